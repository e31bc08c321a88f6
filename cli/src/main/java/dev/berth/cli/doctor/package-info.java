/// `berth doctor`: what this machine has, what is set, and what works without the rest. Start at
/// [Doctor]; each [Finding] is one line of its report.
@NullMarked
package dev.berth.cli.doctor;

import org.jspecify.annotations.NullMarked;
