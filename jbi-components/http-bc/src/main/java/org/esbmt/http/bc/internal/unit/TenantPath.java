package org.esbmt.http.bc.internal.unit;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.esbmt.tenancy.api.TenantId;

/**
 * The paths of tenants' endpoints: {@code /tenant-services/<tenant>/<service>/<endpoint>}, and without the tenant for
 * the URL that all tenants share. A name has one spelling in a path, made here. Other spellings (an encoded letter, a
 * dot segment, a repeated slash) are other paths, without endpoints.
 */
public final class TenantPath {
    private static final String PREFIX = "/tenant-services/";
    private static final int UUID_LENGTH = 36;
    private static final String UNRESERVED = "-._~";

    /** The claim that a path makes. The tenant is empty for the shared URL. */
    public record Claim(Optional<TenantId> tenant) {}

    private static final Optional<Claim> SHARED = Optional.of(new Claim(Optional.empty()));

    private TenantPath() {}

    public static String of(TenantId tenant, ConsumerDefinition definition) {
        return PREFIX + tenant + "/" + segment(definition.service().getLocalPart()) + "/"
                + segment(definition.endpoint());
    }

    public static String ofService(ConsumerDefinition definition) {
        return PREFIX + segment(definition.service().getLocalPart()) + "/" + segment(definition.endpoint());
    }

    /** Reads a path without an endpoint; empty if no endpoint could have it. */
    public static Optional<Claim> claim(String path) {
        if (!path.startsWith(PREFIX)) {
            return Optional.empty();
        }
        int segments = 1;
        for (int i = PREFIX.length(); i < path.length(); i++) {
            char c = path.charAt(i);
            if (c == '/') {
                if (path.charAt(i - 1) == '/' || i == path.length() - 1) {
                    return Optional.empty();
                }
                segments++;
            } else if (!isUnreserved(c) && c != '%') {
                return Optional.empty();
            }
        }
        if (path.length() == PREFIX.length()
                || path.contains("/./")
                || path.contains("/../")
                || path.endsWith("/.")
                || path.endsWith("/..")) {
            return Optional.empty();
        }
        int afterTenant = PREFIX.length() + UUID_LENGTH;
        if (segments == 3 && path.length() > afterTenant && path.charAt(afterTenant) == '/') {
            try {
                return Optional.of(new Claim(Optional.of(TenantId.of(path.substring(PREFIX.length(), afterTenant)))));
            } catch (IllegalArgumentException e) {
                return Optional.empty();
            }
        }
        return segments == 2 ? SHARED : Optional.empty();
    }

    /** A name as one segment of a path (RFC 3986, section 2.4). */
    private static String segment(String name) {
        StringBuilder out = new StringBuilder(name.length());
        for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            if (isUnreserved(c)) {
                out.append(c);
            } else {
                out.append('%').append("0123456789ABCDEF".charAt(c >> 4)).append("0123456789ABCDEF".charAt(c & 0xf));
            }
        }
        return out.toString();
    }

    private static boolean isUnreserved(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || UNRESERVED.indexOf(c) >= 0;
    }
}
