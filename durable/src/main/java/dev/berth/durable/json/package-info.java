/// JSON without surprises: one way to write it and one strict way to read it. [Json] is a value and
/// writes itself, [StrictJson] reads bytes from outside, [JsonReader] takes an object apart field
/// by field and refuses what nobody asked for. Every refusal is a [JsonRefusal]: a named kind with
/// line and column. Writing loads nothing but these classes, so that a short command starts fast.
@NullMarked
package dev.berth.durable.json;

import org.jspecify.annotations.NullMarked;
