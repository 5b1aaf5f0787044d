package org.esbmt.guarded.saxon;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.net.URI;
import java.text.Normalizer;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.SAXException;

/**
 * Bounds Saxon's calls into the Java library that cannot be stopped once they have begun. The woven classes call these
 * methods instead.
 */
public final class Bounded {
    /** The greatest number of decimal digits of a number, and of the result of a computation with it. */
    static final int MOST_DIGITS = 10_000;

    /** Arrays of this size are allocated in microseconds: every evaluation may make them. */
    private static final int FEW_BYTES = 64 << 10;

    private static final int MOST_BITS = 34_000;
    /** More marks on one character than any script has. Normalization sorts them by insertion, in quadratic time. */
    private static final int MOST_MARKS = 200;

    private static final int MOST_ADDRESS = 8 * 1024;

    private static final ConcurrentHashMap<Object, Interned> NAMESPACES = new ConcurrentHashMap<>();
    private static final ReferenceQueue<Object> FORGOTTEN = new ReferenceQueue<>();

    private Bounded() {}

    // ---- numbers

    public static BigInteger multiply(BigInteger a, BigInteger b) {
        bits(a.bitLength() + b.bitLength());
        return a.multiply(b);
    }

    public static BigInteger shiftLeft(BigInteger a, int n) {
        bits(a.bitLength() + Math.max(0, n));
        return a.shiftLeft(n);
    }

    public static BigDecimal multiply(BigDecimal a, BigDecimal b) {
        bits(a.unscaledValue().bitLength() + b.unscaledValue().bitLength());
        scale((long) a.scale() + b.scale());
        return a.multiply(b);
    }

    public static BigDecimal setScale(BigDecimal a, int scale, RoundingMode mode) {
        scale(scale);
        return a.setScale(scale, mode);
    }

    public static BigDecimal movePointLeft(BigDecimal a, int n) {
        scale((long) a.scale() + n);
        return a.movePointLeft(n);
    }

    public static BigDecimal movePointRight(BigDecimal a, int n) {
        scale((long) a.scale() - n);
        return a.movePointRight(n);
    }

    public static String digits(String text) {
        if (text.length() > MOST_DIGITS) {
            throw tooManyDigits();
        }
        return text;
    }

    private static void bits(int bits) {
        if (bits > MOST_BITS) {
            throw tooManyDigits();
        }
    }

    private static void scale(long scale) {
        if (Math.abs(scale) > MOST_DIGITS) {
            throw tooManyDigits();
        }
    }

    private static EvaluationStopped tooManyDigits() {
        return new EvaluationStopped(
                EvaluationStopped.Reason.NUMBER, "A number has more than " + MOST_DIGITS + " digits.");
    }

    // ---- sizes

    /**
     * The length of a new array.
     *
     * @param bytes of each element
     */
    public static int length(int length, int bytes) {
        long all = (long) length * bytes;
        if (all > FEW_BYTES) {
            Evaluation.requireAtOnce(all);
        }
        return length;
    }

    // ---- texts

    public static String normalize(CharSequence text, Normalizer.Form form) {
        Guard.room();
        int marks = 0;
        long steps = text.length();
        int i = 0;
        while (i < text.length()) {
            Guard.check();
            int c = Character.codePointAt(text, i);
            marks = isMark(c) ? marks + 1 : 0;
            steps += marks;
            if (marks > MOST_MARKS) {
                throw new EvaluationStopped(
                        EvaluationStopped.Reason.NUMBER, "A character has more than " + MOST_MARKS + " marks.");
            }
            i += Character.charCount(c);
        }
        Evaluation.requireAtOnce(steps);
        return Normalizer.normalize(text, form);
    }

    public static boolean contains(String text, CharSequence part) {
        return LinearSearch.contains(text, part);
    }

    public static int indexOf(String text, String part) {
        return LinearSearch.indexOf(text, part, 0);
    }

    public static int indexOf(String text, String part, int from) {
        return LinearSearch.indexOf(text, part, from);
    }

    public static int indexOf(StringBuilder text, String part) {
        return LinearSearch.indexOf(text.toString(), part, 0);
    }

    public static int lastIndexOf(String text, String part) {
        return LinearSearch.lastIndexOf(text, part);
    }

    public static String replace(String text, CharSequence part, CharSequence by) {
        String wanted = part.toString();
        if (wanted.isEmpty()) {
            return text.replace(part, by);
        }
        StringBuilder replaced = new StringBuilder();
        int from = 0;
        int at = LinearSearch.indexOf(text, wanted, from);
        while (at >= 0) {
            Guard.check();
            replaced.append(text, from, at).append(by);
            from = at + wanted.length();
            at = LinearSearch.indexOf(text, wanted, from);
        }
        return from == 0 ? text : replaced.append(text, from, text.length()).toString();
    }

    public static String toUpperCase(String text) {
        return LetterCase.upper(text);
    }

    public static String toLowerCase(String text) {
        return LetterCase.lower(text);
    }

    // ---- regular expressions of Saxon's authors, in Java's own engine

    public static Matcher matcher(Pattern pattern, CharSequence text) {
        Guard.room();
        return pattern.matcher(new GuardedText(text));
    }

    public static boolean matches(String text, String regex) {
        Guard.room();
        return matcher(Pattern.compile(regex), text).matches();
    }

    public static String replaceFirst(String text, String regex, String by) {
        Guard.room();
        return matcher(Pattern.compile(regex), text).replaceFirst(by);
    }

    public static String[] split(String text, String regex) {
        return split(text, regex, 0);
    }

    public static String[] split(String text, String regex, int limit) {
        Guard.room();
        return Pattern.compile(regex).split(new GuardedText(text), limit);
    }

    // ---- addresses: the time for their dots and for their marks grows with the square of their lengths

    public static URI resolve(URI base, URI given) {
        return address(base).resolve(address(given));
    }

    public static URI resolve(URI base, String given) {
        return resolve(base, URI.create(given));
    }

    public static URI normalize(URI uri) {
        return address(uri).normalize();
    }

    public static String toASCIIString(URI uri) {
        return address(uri).toASCIIString();
    }

    private static URI address(URI uri) {
        Guard.room();
        if (uri.toString().length() > MOST_ADDRESS) {
            throw new EvaluationStopped(
                    EvaluationStopped.Reason.NUMBER, "A URI has more than " + MOST_ADDRESS + " characters.");
        }
        return uri;
    }

    private static boolean isMark(int c) {
        int type = Character.getType(c);
        return type == Character.NON_SPACING_MARK
                || type == Character.COMBINING_SPACING_MARK
                || type == Character.ENCLOSING_MARK;
    }

    // ---- documents

    /**
     * The JDK's parsers for Saxon's tables, whatever other parsers are installed. Documents of tenants and senders are
     * not parsed by these.
     */
    public static SAXParserFactory parsers() {
        Guard.room();
        SAXParserFactory parsers = SAXParserFactory.newDefaultInstance();
        try {
            parsers.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            parsers.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            return parsers;
        } catch (ParserConfigurationException | SAXException e) {
            throw new IllegalStateException("The platform's parser cannot be made safe.", e);
        }
    }

    // ---- values of threads: a thread serves one message after the other, and keeps nothing of any of them

    public static Object get(ThreadLocal<?> ofThread) {
        return null;
    }

    public static void set(ThreadLocal<?> ofThread, Object value) {
        // Saxon makes another one the next time
    }

    // ---- names of namespaces

    /**
     * Replaces Saxon's map of namespaces, which keeps every namespace of any document for ever. Here a namespace stays
     * the same object only as long as it is in use.
     */
    public static Object namespace(ConcurrentHashMap<?, ?> forEver, Object name, Function<Object, Object> made) {
        Interned known = NAMESPACES.get(name);
        Object namespace = known == null ? null : known.get();
        if (namespace != null) {
            return namespace;
        }
        Guard.room();
        removeForgotten();
        Object[] kept = new Object[1];
        NAMESPACES.compute(name, (key, present) -> {
            Object there = present == null ? null : present.get();
            kept[0] = there == null ? made.apply(key) : there;
            return there == null ? new Interned(key, kept[0]) : present;
        });
        return kept[0];
    }

    /** For tests. */
    static int namespaces() {
        removeForgotten();
        return NAMESPACES.size();
    }

    private static void removeForgotten() {
        Reference<?> gone = FORGOTTEN.poll();
        while (gone != null) {
            NAMESPACES.remove(((Interned) gone).name, gone);
            gone = FORGOTTEN.poll();
        }
    }

    private static final class Interned extends WeakReference<Object> {
        private final Object name;

        Interned(Object name, Object namespace) {
            super(namespace, FORGOTTEN);
            this.name = name;
        }
    }
}
