package org.esbmt.http.bc.internal.soap;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.esbmt.http.bc.internal.soap.HeadResult.Head;
import org.esbmt.http.bc.internal.soap.HeadResult.NeedMore;
import org.esbmt.http.bc.internal.soap.HeadResult.Refused;
import org.esbmt.xml.api.XmlLimits;

/** Test messages, and the two ways to read one: at once, and in pieces. */
final class Messages {
    static final String TENANT = "0b1f6a52-31a5-4c0e-9a55-6a1f2f0e7d11";
    static final String USER = "7e0d8f4e-58b3-4d6e-8f0a-2c9b5a3d1e22";
    static final String SOAP_1_1 = SoapVersion.SOAP_1_1.namespace();
    static final String SOAP_1_2 = SoapVersion.SOAP_1_2.namespace();
    static final String IDS = "<tenantID>" + TENANT + "</tenantID><userID>" + USER + "</userID>";
    static final String CONTEXT = context(IDS + "<password>s3cret</password>");

    private Messages() {}

    static String context(String content) {
        return "<TenantContext xmlns=\"urn:esbmt:tenant-context:1\">" + content + "</TenantContext>";
    }

    static String envelope(String header, String body) {
        return "<s:Envelope xmlns:s=\"" + SOAP_1_1 + "\"><s:Header>" + header + "</s:Header><s:Body>" + body
                + "</s:Body></s:Envelope>";
    }

    static String envelope(String header) {
        return envelope(header, "<a/>");
    }

    /** The outcome of a message: its head, if that was good, and the refusal of the head or of a later part. */
    record Outcome(Optional<Head> head, Optional<Refused> refused) {
        FaultCode code() {
            return refused.orElseThrow(() -> new AssertionError("was not refused"))
                    .code();
        }

        /** All values that two readings of the same bytes must have in common. */
        List<Object> facts() {
            List<Object> facts = new ArrayList<>();
            facts.add(refused);
            head.ifPresent(h -> {
                facts.add(h.contextFrom());
                facts.add(h.contextTo());
                facts.add(h.bodyFrom());
                facts.add(h.bodyContentFrom());
                facts.add(h.action());
                h.credential().ifPresent(c -> {
                    facts.add(c.tenant());
                    facts.add(c.user());
                    facts.add(new String(c.password(), UTF_8));
                });
            });
            return facts;
        }
    }

    /** The settings of a reading. The default: SOAP 1.1, of a tenant, no action, the body not checked. */
    record Reading(
            XmlLimits limits, SoapVersion version, Optional<String> action, TenantContextRule rule, BodyCheck check) {
        static final Reading USUAL = new Reading(
                XmlLimits.DEFAULTS,
                SoapVersion.SOAP_1_1,
                Optional.empty(),
                TenantContextRule.REQUIRED,
                BodyCheck.ENVELOPE);

        Reading with(XmlLimits other) {
            return new Reading(other, version, action, rule, check);
        }

        Reading with(SoapVersion other) {
            return new Reading(limits, other, action, rule, check);
        }

        Reading with(BodyCheck other) {
            return new Reading(limits, version, action, rule, other);
        }

        Reading withAction(String other) {
            return new Reading(limits, version, Optional.of(other), rule, check);
        }

        Reading plain() {
            return new Reading(limits, version, action, TenantContextRule.OPTIONAL, check);
        }

        EnvelopeHeadReader reader() {
            return new EnvelopeHeadReader(limits, version, action, rule, check);
        }

        Outcome read(String message) {
            return read(message.getBytes(UTF_8));
        }

        /** Reads the message at once. */
        Outcome read(byte[] message) {
            return read(message, message.length);
        }

        /** Reads the message in pieces of this many bytes. */
        Outcome read(byte[] message, int piece) {
            return read(message, piece, piece);
        }

        /** Reads a piece of {@code first} bytes, then pieces of {@code piece} bytes. */
        Outcome read(byte[] message, int first, int piece) {
            EnvelopeHeadReader reader = reader();
            int at = 0;
            int n = first;
            while (at < message.length) {
                n = Math.min(n, message.length - at);
                // in the middle of a larger array, of which no octet outside the piece may be read
                byte[] larger = new byte[n + 7];
                System.arraycopy(message, at, larger, 3, n);
                HeadResult result = reader.feed(larger, 3, n);
                at += n;
                n = piece;
                if (result instanceof Refused r) {
                    return new Outcome(Optional.empty(), Optional.of(r));
                }
                if (result instanceof Head h) {
                    return new Outcome(Optional.of(h), rest(h.rest(), message, at, piece));
                }
                if (result != NeedMore.NEED_MORE) {
                    throw new AssertionError(result);
                }
            }
            return new Outcome(Optional.empty(), Optional.of(reader.finish()));
        }

        private static Optional<Refused> rest(EnvelopeScanner scanner, byte[] message, int from, int piece) {
            for (int at = from; at < message.length; at += piece) {
                Optional<Refused> refused = scanner.feed(message, at, Math.min(piece, message.length - at));
                if (refused.isPresent()) {
                    return refused;
                }
            }
            return scanner.finish();
        }
    }
}
