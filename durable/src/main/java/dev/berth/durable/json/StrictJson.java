package dev.berth.durable.json;

/// Reads JSON as it was meant to be written: one object in UTF-8, no name twice at any depth,
/// nothing in front and nothing behind, every number one that we can hold. Anything else is a
/// [JsonRefusal] with a kind, a line and a column; never a guess.
public final class StrictJson {
    private StrictJson() {}

    /// The document as a value; which fields it may have is not checked.
    public static Json.Obj read(byte[] bytes) throws JsonRefusal {
        return read(bytes, JsonLimits.USUAL);
    }

    public static Json.Obj read(byte[] bytes, JsonLimits limits) throws JsonRefusal {
        return JsonTree.parse(bytes, limits).object();
    }

    /// The document as `shape` takes it apart; a field that the shape did not ask for is refused.
    public static <T> T read(byte[] bytes, JsonShape<T> shape) throws JsonRefusal {
        return read(bytes, JsonLimits.USUAL, shape);
    }

    public static <T> T read(byte[] bytes, JsonLimits limits, JsonShape<T> shape)
            throws JsonRefusal {
        return shape.readWhole(open(bytes, limits));
    }

    /// The document as a reader, for callers who finish with [JsonReader#done] themselves.
    public static JsonReader open(byte[] bytes) throws JsonRefusal {
        return open(bytes, JsonLimits.USUAL);
    }

    public static JsonReader open(byte[] bytes, JsonLimits limits) throws JsonRefusal {
        return JsonReader.over(JsonTree.parse(bytes, limits));
    }
}
