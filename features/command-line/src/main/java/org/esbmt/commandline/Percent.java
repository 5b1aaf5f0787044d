package org.esbmt.commandline;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** The encoding of texts in addresses, as of RFC 3986: nothing is encoded that needs not be. */
final class Percent {
    private Percent() {}

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A")
                .replace("%7E", "~");
    }
}
