package org.esbmt.xml.api;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The XML declaration (XML 1.0, section 2.8): version 1.0, in UTF-8 or its subset US-ASCII. */
final class XmlDeclaration {
    private static final Pattern DECLARATION =
            Pattern.compile("[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(?:\"([^\"]*)\"|'([^']*)')"
                    + "(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(?:\"([^\"]*)\"|'([^']*)'))?"
                    + "(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(?:\"(?:yes|no)\"|'(?:yes|no)'))?[ \t\r\n]*");

    private XmlDeclaration() {}

    /**
     * Checks the text between {@code <?xml} and {@code ?>}.
     *
     * @return whether the document declares US-ASCII
     */
    static boolean isAscii(String text) throws XmlRefusedException {
        Matcher m = DECLARATION.matcher(text);
        if (!m.matches()) {
            throw malformed();
        }
        String version = m.group(1) == null ? m.group(2) : m.group(1);
        if (!version.equals("1.0")) {
            throw new XmlRefusedException("Only XML 1.0 is accepted.");
        }
        String encoding = m.group(3) == null ? m.group(4) : m.group(3);
        String name = encoding == null ? "utf-8" : encoding.toLowerCase(Locale.ROOT);
        boolean ascii = name.equals("us-ascii");
        if (!ascii && !name.equals("utf-8")) {
            throw new XmlRefusedException("Only the encodings UTF-8 and US-ASCII are accepted.");
        }
        return ascii;
    }

    static XmlRefusedException malformed() {
        return new XmlRefusedException("The XML declaration is malformed.");
    }
}
