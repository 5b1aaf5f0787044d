package org.esbmt.camel.se.internal.xpath;

import java.math.BigDecimal;

/** Numbers as XPath 1.0 reads and writes them (sections 3.7 and 4.4). */
final class Numbers {
    private Numbers() {}

    /** The number, or NaN for another text: no exponents, no sign but '-'. */
    static double fromText(String text) {
        int from = 0;
        int to = text.length();
        while (from < to && isSpace(text.charAt(from))) {
            from++;
        }
        while (to > from && isSpace(text.charAt(to - 1))) {
            to--;
        }
        return isNumber(text, from, to) ? Double.parseDouble(text.substring(from, to)) : Double.NaN;
    }

    private static boolean isNumber(String text, int from, int to) {
        int i = from < to && text.charAt(from) == '-' ? from + 1 : from;
        int digits = 0;
        boolean point = false;
        while (i < to) {
            char c = text.charAt(i++);
            if (c == '.' && !point) {
                point = true;
            } else if (c >= '0' && c <= '9') {
                digits++;
            } else {
                return false;
            }
        }
        return digits > 0;
    }

    static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\r';
    }

    /** The text without exponent; whole numbers without point. */
    static String toText(double number) {
        if (Double.isNaN(number)) {
            return "NaN";
        }
        if (Double.isInfinite(number)) {
            return number > 0 ? "Infinity" : "-Infinity";
        }
        if (number == 0) {
            return "0";
        }
        String text = new BigDecimal(Double.toString(number)).toPlainString();
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }
}
