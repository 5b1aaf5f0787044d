package org.esbmt.http.api.wire;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.esbmt.http.api.wire.HeaderName.Role;

/**
 * The field names known to one side, requests or responses: those that frame a message, and the allow-list of those
 * that pass into the exchange. Immutable; a look-up compares the octets of a message without making a string.
 */
public final class HeaderNames {
    private static final Set<String> NEVER_PASSED = Set.of(
            "accept-encoding",
            "connection",
            "content-encoding",
            "content-length",
            "expect",
            "host",
            "keep-alive",
            "proxy-authenticate",
            "proxy-authorization",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "operationname",
            "destination");
    private static final Set<String> NEVER_PASSED_PREFIXES = Set.of("camel", "org.apache.", "javax.jbi.", "org.esbmt.");

    private static final int MOST_BYTES = 32 * 1024;

    private final HeaderName[] table;
    private final Map<String, HeaderName> byLowerName;

    /**
     * @param passed the allow-list
     * @throws IllegalArgumentException if it has an invalid name, or one that must never pass
     */
    public HeaderNames(Collection<String> passed) {
        Map<String, HeaderName> names = new LinkedHashMap<>();
        add(names, new HeaderName("Content-Length", Role.CONTENT_LENGTH, false));
        add(names, new HeaderName("Transfer-Encoding", Role.TRANSFER_ENCODING, false));
        add(names, new HeaderName("Host", Role.HOST, false));
        add(names, new HeaderName("Connection", Role.CONNECTION, false));
        add(names, new HeaderName("Expect", Role.EXPECT, false));
        add(names, new HeaderName("Content-Encoding", Role.CONTENT_ENCODING, false));
        add(names, new HeaderName("Content-Type", Role.CONTENT_TYPE, true));
        add(names, new HeaderName("SOAPAction", Role.SINGLE, true));
        for (String name : passed) {
            String lower = name.toLowerCase(Locale.ROOT);
            if (name.isEmpty() || !name.chars().allMatch(c -> c < 128 && Bytes.is(Bytes.TOKEN, (byte) c))) {
                throw new IllegalArgumentException("'" + name + "' is not the name of an HTTP header");
            }
            if (NEVER_PASSED.contains(lower) || NEVER_PASSED_PREFIXES.stream().anyMatch(lower::startsWith)) {
                throw new IllegalArgumentException("the header " + name + " must not pass; take it off the list");
            }
            if (!names.containsKey(lower)) {
                add(names, new HeaderName(name, Role.LIST, true));
            }
        }
        byLowerName = Map.copyOf(names);
        table = new HeaderName[Integer.highestOneBit(names.size() * 4) * 2];
        for (HeaderName name : names.values()) {
            int slot = hash(name.lower()) & (table.length - 1);
            while (table[slot] != null) {
                slot = (slot + 1) & (table.length - 1);
            }
            table[slot] = name;
        }
    }

    private static void add(Map<String, HeaderName> names, HeaderName name) {
        names.put(name.lower(), name);
    }

    /**
     * The fields of a foreign map that are on the list and can be written as header fields, with a content type in any
     * case.
     *
     * @throws HeadersTooLargeException if they are larger than any head that is read
     */
    public Headers filter(Map<?, ?> fields, String defaultContentType) throws HeadersTooLargeException {
        int bytes = 0;
        Headers.Builder builder = new Headers.Builder();
        boolean typed = false;
        for (Map.Entry<?, ?> field : fields.entrySet()) {
            if (field.getKey() instanceof String key && field.getValue() instanceof String value) {
                HeaderName name = find(key);
                if (name != null
                        && name.passed()
                        && value.chars().allMatch(c -> c < 256 && Bytes.is(Bytes.VALUE, (byte) c))) {
                    bytes += Math.min(value.length(), MOST_BYTES) + name.wire().length + 2;
                    if (bytes > MOST_BYTES) {
                        throw new HeadersTooLargeException(MOST_BYTES);
                    }
                    boolean type = name.role() == Role.CONTENT_TYPE;
                    if (!type || !typed) {
                        builder.put(name, value);
                    }
                    typed |= type;
                }
            }
        }
        if (!typed) {
            builder.put(byLowerName.get("content-type"), defaultContentType);
        }
        return builder.build();
    }

    /** Finds a name in any case; null if it is not on the list. */
    public HeaderName find(String name) {
        return byLowerName.get(name.toLowerCase(Locale.ROOT));
    }

    /** Finds a name like {@link #find(String)}. */
    HeaderName find(byte[] bytes, int from, int to, int hash) {
        int slot = hash & (table.length - 1);
        HeaderName name;
        while ((name = table[slot]) != null) {
            if (Bytes.equalsLower(bytes, from, to, name.lower())) {
                return name;
            }
            slot = (slot + 1) & (table.length - 1);
        }
        return null;
    }

    private static int hash(String lower) {
        int h = 0;
        for (int i = 0; i < lower.length(); i++) {
            h = hash(h, (byte) lower.charAt(i));
        }
        return h;
    }

    /** One step of the hash of a name, the same for both cases of a letter. */
    static int hash(int h, byte b) {
        return 31 * h + (b | 0x20);
    }
}
