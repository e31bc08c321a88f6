package dev.berth.durable.json;

/// How one kind of object is read: asks a reader for its fields and makes a value of them.
@FunctionalInterface
public interface JsonShape<T> {
    T read(JsonReader fields) throws JsonRefusal;

    /// As [#read], and refuses the fields that were not asked for.
    default T readWhole(JsonReader fields) throws JsonRefusal {
        T value = read(fields);
        fields.done();
        return value;
    }
}
