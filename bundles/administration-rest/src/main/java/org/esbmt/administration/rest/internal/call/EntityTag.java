package org.esbmt.administration.rest.internal.call;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.esbmt.administration.rest.internal.problem.ProblemType;
import org.esbmt.administration.rest.internal.problem.Refusal;

/**
 * The entity tag of an object: its revision and a checksum of its address, {@code "4-0123456789abcdef"}. Two objects at one revision
 * have different tags, so a client cannot change one with the tag of the other.
 */
final class EntityTag {
    static final String IF_MATCH = "If-Match";

    private static final String ANY = "*";
    private static final Pattern TAG = Pattern.compile("(W/)?\"[!#-~]*\"");
    private static final Pattern OURS = Pattern.compile("\"([1-9][0-9]{0,17})-[0-9a-f]{16}\"");
    /** The bytes of SHA-256 in a tag. */
    private static final int CHECKSUM = 8;

    private EntityTag() {}

    /** @param address as a template expands it */
    static String of(long revision, String address) {
        return "\"" + revision + "-" + HexFormat.of().formatHex(digest(address.getBytes(UTF_8)), 0, CHECKSUM) + "\"";
    }

    /** The entity tag of a document that has no revision. */
    static String ofBytes(byte[] document) {
        return "\"" + HexFormat.of().formatHex(digest(document), 0, CHECKSUM) + "\"";
    }

    /**
     * The refusal of a change without If-Match, as of RFC 6585.
     *
     * @param url of the object, whose GET answers the entity tag
     */
    static Refusal missing(String url) {
        return Refusal.of(
                ProblemType.PRECONDITION_REQUIRED,
                IF_MATCH,
                "this change needs the header field " + IF_MATCH + ", with the ETag that GET " + url
                        + " answers, or with * for any revision");
    }

    /**
     * The revision that a client expects.
     *
     * @param ifMatch the value of If-Match
     * @return empty for {@code *}: any revision
     * @throws Refusal INVALID if it is not one entity tag; STALE if it is no tag of the object at this address
     */
    static OptionalLong expected(String ifMatch, String address) throws Refusal {
        if (ifMatch.equals(ANY)) {
            return OptionalLong.empty();
        }
        if (!TAG.matcher(ifMatch).matches()) {
            throw Refusal.invalid(IF_MATCH, IF_MATCH + " has one entity tag, as ETag had it, or *");
        }
        Matcher ours = OURS.matcher(ifMatch);
        if (ours.matches()) {
            long revision = Long.parseLong(ours.group(1));
            if (of(revision, address).equals(ifMatch)) {
                return OptionalLong.of(revision);
            }
        }
        throw Refusal.of(ProblemType.STALE, "the entity tag is none of this object");
    }

    private static byte[] digest(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
