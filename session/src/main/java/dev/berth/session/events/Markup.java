package dev.berth.session.events;

/// A language that people read conversations in.
///
/// What was said may hold anything, also what looks like a heading or the end of a block. It stands
/// in blocks whose every line is made harmless, so that nobody can say something in another's name.
sealed interface Markup permits Markdown, Org {
    String title(String text);

    String heading(String text);

    /// A line among others of its kind.
    String item(String text);

    /// A text that stays as it is, line by line.
    interface Block {
        String begin();

        String line(String text);

        String end();
    }

    /// What somebody asked.
    Block asked();

    /// What came out; `fence` is the longest run of backticks within.
    Block cameOut(int fence);

    /// Whether a block must know what is in it before it begins.
    boolean needsFence();
}
