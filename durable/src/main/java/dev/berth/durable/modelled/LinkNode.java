package dev.berth.durable.modelled;

import dev.berth.durable.FileStat.Kind;
import dev.berth.durable.Name;

import java.time.Instant;

/// A symbolic link. It cannot be changed once made, and comes and goes with its name.
final class LinkNode extends Node {
    private final Name.Target target;
    private long links;

    LinkNode(long number, Attributes attributes, Instant changed, Name.Target target) {
        super(number, attributes, changed);
        this.target = target;
    }

    Name.Target target() {
        return target;
    }

    void addLinks(int more) {
        links += more;
    }

    LinkNode survivor(Choices choices) {
        return new LinkNode(number(), surviving(choices), changed(), target);
    }

    @Override
    Kind kind() {
        return Kind.LINK;
    }

    @Override
    long size() {
        return target.bytes().length;
    }

    @Override
    long blocks() {
        return 0;
    }

    @Override
    long links() {
        return links;
    }
}
