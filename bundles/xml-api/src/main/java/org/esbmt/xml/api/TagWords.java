package org.esbmt.xml.api;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Names of elements for which {@link XmlLexer#passOver} looks. A name is found in any case, with any prefix, in a start
 * or end tag. It is found in text too, between characters that may stand around the name of a tag. Each byte that does
 * not belong to a name ends it, since readers that repair markup end a name there.
 *
 * <p>A name with the characters around it has six bytes at least. So at one of two places in each word of eight bytes,
 * three bytes in a row belong to the first six. These are looked up in a table.
 */
public final class TagWords {
    /** With the characters around it, it has as many bytes as a place and a key can need. */
    private static final int SHORTEST = 4;

    /** A name is looked for by these first, in wide blocks. */
    static final int FIRST_LETTERS = 3;

    private static final byte[] BEFORE = {'<', '/', ':'};
    private static final int LOWER_CASE = 0x202020;
    private static final int FACTOR = 0x85EBCA6B;
    static final int BITS = 13;
    private static final int SHIFT = Integer.SIZE - BITS;
    private static final int PLACES = 4;

    /** A key of three bytes that a name has at an offset; 0 is the byte before its first letter. */
    private static final class Entry {
        final int key;
        final int offset;
        final byte[] name;
        /** The next one at the same place; 0 if there is none. */
        final int next;

        Entry(int key, int offset, byte[] name, int next) {
            this.key = key;
            this.offset = offset;
            this.name = name;
            this.next = next;
        }
    }

    /** For each place the number of its first entry, counted from 1; 0 if it has none. */
    final byte[] table = new byte[1 << BITS];

    private final List<Entry> entries = new ArrayList<>();
    private final List<byte[]> names = new ArrayList<>();
    private final WideBlocksTrial trial = new WideBlocksTrial(this);

    /** @param names of four ASCII letters at least */
    public TagWords(String... names) {
        for (String name : names) {
            byte[] letters = name.toLowerCase(Locale.ROOT).getBytes(US_ASCII);
            if (letters.length < SHORTEST) {
                throw new IllegalArgumentException("too short: " + name);
            }
            this.names.add(letters);
            for (byte before : BEFORE) {
                for (int after = 0; after <= Byte.MAX_VALUE; after++) {
                    boolean control = after < ' ' && !XmlBytes.is((byte) after, XmlBytes.SPACE); // refused anyway
                    if (!control && endsName((byte) after)) {
                        add(letters, before, (byte) after);
                    }
                }
            }
        }
    }

    /** The names in small letters. */
    List<byte[]> names() {
        return List.copyOf(names);
    }

    /** @param name in small letters */
    boolean has(String name) {
        return names.stream().anyMatch(n -> name.equals(new String(n, US_ASCII)));
    }

    WideBlocksTrial trial() {
        return trial;
    }

    private void add(byte[] letters, byte before, byte after) {
        byte[] all = new byte[letters.length + 2];
        all[0] = before;
        System.arraycopy(letters, 0, all, 1, letters.length);
        all[letters.length + 1] = after;
        for (int offset = 0; offset < PLACES; offset++) {
            int key = key(all[offset] | all[offset + 1] << 8 | all[offset + 2] << 16);
            int at = offset;
            if (entries.stream().noneMatch(e -> e.key == key && e.offset == at && e.name == letters)) {
                entries.add(new Entry(key, offset, letters, table[place(key)]));
                table[place(key)] = toNumber(entries.size());
            }
        }
    }

    private static byte toNumber(int entries) {
        if (entries > Byte.MAX_VALUE) {
            throw new IllegalArgumentException("too many names");
        }
        return (byte) entries;
    }

    /** The key of the lowest three bytes. */
    static int key(int bytes) {
        return (bytes | LOWER_CASE) & 0xFFFFFF;
    }

    /** The place of a key in {@link #table}. */
    static int place(int key) {
        return (key * FACTOR) >>> SHIFT;
    }

    /**
     * Returns true if three bytes belong to one of the names.
     *
     * @param key theirs; {@link #table} has entries at its place
     * @param from the first byte that may belong to it
     * @param to the byte after the last one; a name that goes on there is found
     */
    boolean isAt(int key, byte[] b, int i, int from, int to) {
        for (int n = table[place(key)]; n > 0; n = entries.get(n - 1).next) {
            Entry entry = entries.get(n - 1);
            if (entry.key == key && isName(entry.name, b, i - entry.offset, from, to)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isName(byte[] name, byte[] b, int before, int from, int to) {
        if (before < from || !isBefore(b[before])) {
            return false;
        }
        for (int k = 0; k < name.length; k++) {
            int at = before + 1 + k;
            if (at >= to) {
                return true;
            }
            if (StartTag.lowerCase(b[at]) != name[k]) {
                return false;
            }
        }
        int after = before + 1 + name.length;
        return after >= to || endsName(b[after]);
    }

    private static boolean isBefore(byte c) {
        for (byte one : BEFORE) {
            if (one == c) {
                return true;
            }
        }
        return false;
    }

    /** Returns true for a byte beyond ASCII, too, as it may be of a space. */
    private static boolean endsName(byte c) {
        return c != ':' && !XmlBytes.is(c, XmlBytes.NAME);
    }
}
