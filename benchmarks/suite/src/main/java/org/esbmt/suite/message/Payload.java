package org.esbmt.suite.message;

import java.util.Locale;

/** The kind of a message's body. */
public enum Payload {
    /** Orders of many small elements, in the shape of the public ESB benchmark. */
    BUYSTOCKS,
    /** One order with one long text. */
    TEXT;

    private static final String BEGIN = "<m:buyStocks xmlns:m=\"urn:esbmt:stocks\">";
    private static final String END = "</m:buyStocks>";

    /** The word in the results. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** One element of at least {@code bytes} ASCII characters; orders are whole, so it may have some 130 more. */
    public String element(int bytes) {
        StringBuilder element = new StringBuilder(bytes + 200).append(BEGIN);
        if (this == TEXT) {
            element.append("<order><symbol>").append(Scenario.FIRST_SYMBOL).append("</symbol><note>");
            String end = "</note></order>" + END;
            return element.append("x".repeat(Math.max(0, bytes - element.length() - end.length())))
                    .append(end)
                    .toString();
        }
        for (int i = 0; i == 0 || element.length() < bytes - END.length(); i++) {
            element.append("<order><symbol>")
                    .append(i == 0 ? Scenario.FIRST_SYMBOL : "SYM" + i % 10)
                    .append("</symbol><buyerID>buyer")
                    .append(i % 7)
                    .append("</buyerID><price>")
                    .append(100 + i % 50)
                    .append(".25</price><volume>")
                    .append(1000 + i % 9 * 100)
                    .append("</volume></order>");
        }
        return element.append(END).toString();
    }
}
