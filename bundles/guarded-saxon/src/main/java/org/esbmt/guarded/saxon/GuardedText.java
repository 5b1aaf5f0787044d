package org.esbmt.guarded.saxon;

/** A text with a check at each character, for the Java library's regular expressions, which have none. */
record GuardedText(CharSequence text) implements CharSequence {
    @Override
    public int length() {
        return text.length();
    }

    @Override
    public char charAt(int index) {
        Guard.check();
        return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return text.subSequence(start, end);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
