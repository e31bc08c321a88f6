package dev.berth.cli;

import dev.berth.failure.Failure;

/// One command: how it is called, and what it does.
public non-sealed interface Verb extends Node {
    /// Its name, arguments, options and help. Cheap: it is also asked for when only help is shown.
    Spec spec();

    @Override
    default String name() {
        return spec().name();
    }

    /// Does it. Long work reports through [World#progress]; what the user gets to see is the reply.
    Reply run(Given given, World world) throws Failure;
}
