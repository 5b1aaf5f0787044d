package org.esbmt.registry.api.service;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;

/** The texts that a database stores unchanged, in columns that can be indexed. */
final class IndexedTexts {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*");
    private static final int NAME_LENGTH = 100;
    private static final int LOCAL_BYTES = 512;
    private static final int NAMESPACE_BYTES = 1_024;
    private static final int SHOWN = 80;

    private IndexedTexts() {}

    /** A name of an assembly, a unit or a component: names of files and bundles contain it. */
    static String name(String what, String text) {
        if (text.length() > NAME_LENGTH || !NAME.matcher(text).matches()) {
            throw new IllegalArgumentException(what + " is 1 to " + NAME_LENGTH
                    + " letters, digits, '_' and '-', with single dots between them, but is " + shown(text));
        }
        return text;
    }

    /** A text without controls, 1 to {@code bytes} bytes of UTF-8. */
    static String line(String what, String text, int bytes) {
        if (text.isEmpty() || text.codePoints().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(what + " has no controls and is not empty, but is " + shown(text));
        }
        return text(what, text, bytes);
    }

    /** Any well-formed text of at most {@code bytes} bytes of UTF-8. */
    static String text(String what, String text, int bytes) {
        Optional<Integer> encoded = utf8(text);
        if (text.indexOf('\0') >= 0 || encoded.isEmpty() || encoded.get() > bytes) {
            throw new IllegalArgumentException(what + " has at most " + bytes
                    + " bytes, no NUL and no half of a character, but is " + shown(text));
        }
        return text;
    }

    /** The namespace may be empty. */
    static QName qName(String what, QName name) {
        line("the local part of " + what, name.getLocalPart(), LOCAL_BYTES);
        if (!name.getNamespaceURI().isEmpty()) {
            line("the namespace of " + what, name.getNamespaceURI(), NAMESPACE_BYTES);
        }
        return name;
    }

    /** The number of bytes; empty for a text with a lone surrogate. */
    private static Optional<Integer> utf8(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text)
                ? Optional.of(text.getBytes(StandardCharsets.UTF_8).length)
                : Optional.empty();
    }

    private static String shown(String text) {
        StringBuilder shown = new StringBuilder("'");
        text.codePoints()
                .limit(SHOWN)
                .forEach(c -> shown.appendCodePoint(
                        c < ' '
                                        || Character.getType(c) == Character.CONTROL
                                        || Character.getType(c) == Character.SURROGATE
                                        || Character.getType(c) == Character.FORMAT
                                ? '?'
                                : c));
        return shown.append(text.length() > SHOWN ? "...'" : "'").toString();
    }
}
