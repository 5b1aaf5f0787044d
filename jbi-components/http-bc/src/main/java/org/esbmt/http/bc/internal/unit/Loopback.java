package org.esbmt.http.bc.internal.unit;

import java.util.Locale;
import java.util.regex.Pattern;

/** The hosts whose connections do not leave this machine. */
public final class Loopback {
    private static final Pattern ADDRESS = Pattern.compile("127(\\.\\d{1,3}){3}|\\[::1\\]");

    private Loopback() {}

    /**
     * Returns true for {@code localhost} (RFC 6761, section 6.3), and for an address of the loopback interface. Other
     * names are not looked up, since their addresses change.
     *
     * @param host of a URL
     */
    public static boolean isHost(String host) {
        return host.toLowerCase(Locale.ROOT).equals("localhost")
                || ADDRESS.matcher(host).matches();
    }
}
