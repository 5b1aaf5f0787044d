package org.esbmt.http.api.wire;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.esbmt.http.api.wire.HeaderName.Role;

/**
 * The field names known to one side, requests or responses. Some frame a message, and the others are passed to the reader
 * of the message. Unknown fields are skipped. Immutable; a look-up compares the octets of a message without making a
 * string.
 */
public final class HeaderNames {
    private static final int MOST_BYTES = 32 * 1024;
    private static final Set<String> FRAMING = Set.of(
            "connection", "content-encoding", "content-length", "content-type", "expect", "host", "transfer-encoding");

    private final HeaderName[] table;
    private final Map<String, HeaderName> byLowerName;

    private HeaderNames(Map<String, HeaderName> names) {
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

    /** Collects names. Those that frame a message, and Content-Type, are always among them. */
    public static final class Builder {
        private final Map<String, HeaderName> names = new LinkedHashMap<>();
        private boolean host;
        private boolean bearer;

        /**
         * Adds fields that may occur once in a message. A message that repeats one is refused with 400.
         *
         * @throws IllegalArgumentException for an invalid name, or one that frames a message
         */
        public Builder once(String... fields) {
            for (String name : fields) {
                put(name, Role.SINGLE);
            }
            return this;
        }

        /**
         * Adds fields whose repeated values are joined with a comma (RFC 9110, section 5.3). A name that was added
         * before stays as it is.
         *
         * @throws IllegalArgumentException for an invalid name, or one that frames a message
         */
        public Builder lists(Collection<String> fields) {
            for (String name : fields) {
                put(name, Role.LIST);
            }
            return this;
        }

        /** Adds the Host, after its check. Without this call it is checked and skipped. */
        public Builder host() {
            host = true;
            return this;
        }

        /**
         * Reads a bearer token in Authorization (RFC 6750, section 2.1) apart from the fields that pass. Without this call
         * Authorization is a field like others.
         */
        public Builder bearer() {
            bearer = true;
            return this;
        }

        private void put(String name, Role role) {
            HeaderName passed = HeaderName.passed(name, role);
            if (FRAMING.contains(passed.lower())) {
                throw new IllegalArgumentException(name + " frames a message, and is always read");
            }
            names.putIfAbsent(passed.lower(), passed);
        }

        public HeaderNames build() {
            Map<String, HeaderName> all = new LinkedHashMap<>();
            add(all, new HeaderName("Content-Length", Role.CONTENT_LENGTH, false));
            add(all, new HeaderName("Transfer-Encoding", Role.TRANSFER_ENCODING, false));
            add(all, new HeaderName("Host", Role.HOST, host));
            add(all, new HeaderName("Connection", Role.CONNECTION, false));
            add(all, new HeaderName("Expect", Role.EXPECT, false));
            add(all, new HeaderName("Content-Encoding", Role.CONTENT_ENCODING, false));
            add(all, new HeaderName("Content-Type", Role.CONTENT_TYPE, true));
            names.forEach(all::put);
            if (bearer) {
                add(all, new HeaderName("Authorization", Role.AUTHORIZATION, false));
            }
            return new HeaderNames(all);
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
                if (name != null && name.passed() && Headers.isValue(value)) {
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

    /** Returns true if the Host is among the fields of a read message. */
    public boolean passesHost() {
        return byLowerName.get("host").passed();
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
