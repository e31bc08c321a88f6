package dev.berth.durable.json;

/// How much is read before it is refused. Sizes count bytes for the document, characters for texts
/// and numbers, and open brackets for the depth.
public record JsonLimits(int documentBytes, int depth, int textLength, int numberLength) {
    /// For files and bodies of ours: far more than any of them needs.
    public static final JsonLimits USUAL = new JsonLimits(16 << 20, 64, 1 << 20, 64);

    public JsonLimits {
        if (documentBytes < 2 || depth < 1 || textLength < 1 || numberLength < 1) {
            throw new IllegalArgumentException("limits that admit nothing");
        }
    }

    public JsonLimits withDocumentBytes(int bytes) {
        return new JsonLimits(bytes, depth, textLength, numberLength);
    }

    public JsonLimits withTextLength(int length) {
        return new JsonLimits(documentBytes, depth, length, numberLength);
    }
}
