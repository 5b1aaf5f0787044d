package org.esbmt.guarded.saxon.weaver;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The reviewed calls of Saxon to classes of the Java library whose methods take texts of any length. A call that takes
 * more than linear time cannot be stopped and must not be made directly: it is in {@link #BOUNDED}. An unlisted call
 * ends the build.
 */
final class LibraryCalls {
    /** Calls replaced by a method of the same name in {@code Bounded}, with the object as first argument. */
    static final Set<String> BOUNDED = Set.of(
            "java/math/BigInteger.multiply(Ljava/math/BigInteger;)Ljava/math/BigInteger;",
            "java/math/BigInteger.shiftLeft(I)Ljava/math/BigInteger;",
            "java/math/BigDecimal.multiply(Ljava/math/BigDecimal;)Ljava/math/BigDecimal;",
            "java/math/BigDecimal.setScale(ILjava/math/RoundingMode;)Ljava/math/BigDecimal;",
            "java/math/BigDecimal.movePointLeft(I)Ljava/math/BigDecimal;",
            "java/math/BigDecimal.movePointRight(I)Ljava/math/BigDecimal;",
            "java/lang/String.contains(Ljava/lang/CharSequence;)Z",
            "java/lang/String.indexOf(Ljava/lang/String;)I",
            "java/lang/String.indexOf(Ljava/lang/String;I)I",
            "java/lang/String.lastIndexOf(Ljava/lang/String;)I",
            "java/lang/String.replace(Ljava/lang/CharSequence;Ljava/lang/CharSequence;)Ljava/lang/String;",
            "java/lang/String.toLowerCase()Ljava/lang/String;",
            "java/lang/String.toUpperCase()Ljava/lang/String;",
            "java/lang/String.matches(Ljava/lang/String;)Z",
            "java/lang/String.replaceFirst(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
            "java/lang/String.split(Ljava/lang/String;)[Ljava/lang/String;",
            "java/lang/String.split(Ljava/lang/String;I)[Ljava/lang/String;",
            "java/lang/StringBuilder.indexOf(Ljava/lang/String;)I",
            "java/util/regex/Pattern.matcher(Ljava/lang/CharSequence;)Ljava/util/regex/Matcher;",
            "java/net/URI.resolve(Ljava/net/URI;)Ljava/net/URI;",
            "java/net/URI.resolve(Ljava/lang/String;)Ljava/net/URI;",
            "java/net/URI.normalize()Ljava/net/URI;",
            "java/net/URI.toASCIIString()Ljava/lang/String;",
            "java/lang/ThreadLocal.get()Ljava/lang/Object;",
            "java/lang/ThreadLocal.set(Ljava/lang/Object;)V");

    /** Calls of linear time, by class: names, or names with the types of arguments. */
    private static final Map<String, Set<String>> REVIEWED = Map.of(
            "java/lang/CharSequence",
            names("charAt length subSequence toString"),
            "java/lang/String",
            names(
                    "<init> charAt compareTo endsWith equals equalsIgnoreCase format getBytes getChars hashCode indexOf(I)"
                            + " indexOf(II) intern isEmpty lastIndexOf(I) length replace(CC) startsWith substring toCharArray"
                            + " toString trim valueOf"),
            "java/lang/StringBuilder",
            names(
                    "<init> append appendCodePoint charAt deleteCharAt insert length replace setCharAt setLength substring"
                            + " toString"),
            "java/lang/StringBuffer",
            names("<init> append charAt length toString"),
            // the expressions are Saxon's own, and their texts have checks
            "java/util/regex/Pattern",
            names("compile pattern"),
            "java/util/regex/Matcher",
            names("end find group groupCount matches replaceAll start"),
            "java/net/URI",
            names(
                    "<init> create equals getFragment getHost getPath getPort getQuery getRawFragment getRawQuery getScheme"
                            + " getSchemeSpecificPart getUserInfo isAbsolute isOpaque toString toURL"));

    /** Classes with a large initialization at their first use, by prefixes of their names. */
    private static final List<String> INITIALIZED_LATE = List.of(
            "java/text/",
            "java/time/",
            "java/util/regex/",
            "java/util/stream/",
            "java/util/zip/",
            "java/util/Calendar",
            "java/util/Date",
            "java/util/GregorianCalendar",
            "java/util/Locale",
            "java/util/Random",
            "java/util/TimeZone",
            "java/io/",
            "java/net/",
            "java/nio/",
            "java/security/",
            "javax/xml/",
            "org/xml/sax/");

    /**
     * The exceptions: classes that initialize nothing but themselves, which is done before the first evaluation. They
     * are values with getters and setters, and delegates to an object of Saxon's or of the caller. Each transformation
     * uses them often.
     */
    private static final Set<String> INITIALIZED_EARLY = Set.of(
            "java/io/BufferedOutputStream",
            "java/io/OutputStream",
            "java/io/StringWriter",
            "java/io/Writer",
            "javax/xml/transform/Result",
            "javax/xml/transform/Source",
            "javax/xml/transform/SourceLocator",
            "javax/xml/transform/stream/StreamResult",
            "org/xml/sax/Attributes",
            "org/xml/sax/Locator",
            "org/xml/sax/ext/Attributes2");

    /** Calls of a few steps that run no code of Saxon's, by class. */
    private static final Map<String, Set<String>> SHORT = Map.of(
            "java/lang/Object", names("<init>"),
            "java/lang/String", names("charAt isEmpty length"),
            "java/lang/Integer", names("intValue valueOf"),
            "java/lang/Boolean", names("booleanValue valueOf"),
            "java/lang/Math", names("abs max min"),
            "java/util/ArrayList", names("get isEmpty size"),
            "java/util/Stack", names("get isEmpty peek pop push size"));

    /** Changes of a map that block other threads. */
    private static final Set<String> SHARED_CHANGES = names("put putIfAbsent computeIfAbsent");

    private LibraryCalls() {}

    /** True if a method, field or constructor needs room on the stack. */
    static boolean needsRoom(String of, String name) {
        return (!INITIALIZED_EARLY.contains(of) && INITIALIZED_LATE.stream().anyMatch(of::startsWith))
                || (of.equals("java/util/concurrent/ConcurrentHashMap") && SHARED_CHANGES.contains(name));
    }

    /** True if the call ends after a few steps. */
    static boolean isShort(String of, String name) {
        return SHORT.getOrDefault(of, Set.of()).contains(name);
    }

    private static Set<String> names(String names) {
        return Arrays.stream(names.split(" ")).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Ends the build for an unlisted call.
     *
     * @param by the calling class
     */
    static void requireReviewed(String by, String of, String name, String descriptor) {
        Set<String> names = REVIEWED.get(of);
        String withArguments = name + descriptor.substring(0, descriptor.indexOf(')') + 1);
        if (names != null && !names.contains(name) && !names.contains(withArguments)) {
            throw new IllegalStateException(by + " calls " + of + '.' + name + descriptor
                    + ": look whether its time grows faster than its texts, and put it into LibraryCalls");
        }
    }
}
