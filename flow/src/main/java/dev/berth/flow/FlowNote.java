package dev.berth.flow;

import java.time.Instant;

/// Something worth remembering, and when it was written down.
public record FlowNote(Instant at, String text) {}
