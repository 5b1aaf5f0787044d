package org.esbmt.administration.console.internal.web;

import static java.util.Objects.requireNonNull;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

/** The addresses of pages, below the path of the port. */
public final class Links {
    /** A path of this console, and perhaps a query: no scheme, no host, no segment of dots. */
    private static final Pattern LOCAL =
            Pattern.compile("[a-z][A-Za-z0-9_~%-]*(/[A-Za-z0-9_~%-][A-Za-z0-9_.~%-]*)*(\\?[A-Za-z0-9_.~%=&+-]*)?");

    private final String root;

    /** @param root the address of the first page, with a slash at the end */
    public Links(String root) {
        this.root = requireNonNull(root, "root");
    }

    public String root() {
        return root;
    }

    /** The address of a page; each segment may be any text. */
    public String to(String... segments) {
        StringBuilder address = new StringBuilder(root);
        for (int i = 0; i < segments.length; i++) {
            address.append(i == 0 ? "" : "/").append(encoded(segments[i]));
        }
        return address.toString();
    }

    /** An address with one more value in its query. */
    public static String with(String address, String name, String value) {
        return address + (address.indexOf('?') < 0 ? '?' : '&') + encoded(name) + '=' + encoded(value);
    }

    /** The address of a page of this console that a browser has sent; that of the first page for any other text. */
    public String local(String sent) {
        boolean dots = sent.toLowerCase(Locale.ROOT).contains("%2e");
        return LOCAL.matcher(sent).matches() && !dots ? root + sent : root;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
