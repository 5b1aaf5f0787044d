package org.esbmt.administration.api.batch;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.esbmt.tenancy.api.ContactKind;
import org.esbmt.tenancy.api.Role;

/**
 * The rules of the simple types of {@code esbmt-batch.xsd}, in words for clients that write no XML. A test compares them with the
 * schema.
 */
final class SimpleTypes {
    private static final int MAX_TEXT = 500;
    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,62}");
    private static final Pattern TENANT =
            Pattern.compile("#[A-Za-z][A-Za-z0-9_-]{0,62}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    private static final List<String> ROLES =
            Role.Level.TENANT.roles().stream().map(Enum::name).toList();
    private static final List<String> CONTACT_KINDS =
            Arrays.stream(ContactKind.values()).map(Enum::name).toList();

    private SimpleTypes() {}

    /** The rule that a value breaks, to follow the name of its field; empty if it breaks none. */
    static Optional<String> broken(String type, String value) {
        if (value.codePoints().anyMatch(c -> !isOfXml(c))) {
            return Optional.of("has a character that a batch cannot have");
        }
        return switch (type) {
            case "Text", "File" -> unless(isText(value), "has 1 to " + MAX_TEXT + " characters");
            case "Amount" -> unless(isFrom(0, value), "is a whole number of 64 bits from 0");
            case "Revision" -> unless(isFrom(1, value), "is a whole number of 64 bits from 1");
            case "Name" ->
                unless(NAME.matcher(value).matches(), "is a letter and at most 62 letters, digits, '_' and '-'");
            case "Tenant" ->
                unless(
                        TENANT.matcher(value).matches(),
                        "is the identifier of a tenant, or # and the name of an earlier step");
            case "Role" -> unless(ROLES.contains(value), "is one of " + ROLES);
            case "Roles" -> unless(areRoles(value), "is a list of one or more of " + ROLES);
            case "ContactKind" -> unless(CONTACT_KINDS.contains(value), "is one of " + CONTACT_KINDS);
            default -> Optional.empty();
        };
    }

    private static Optional<String> unless(boolean kept, String rule) {
        return kept ? Optional.empty() : Optional.of(rule);
    }

    private static boolean isText(String value) {
        int length = value.codePointCount(0, value.length());
        return length >= 1 && length <= MAX_TEXT;
    }

    private static boolean isFrom(long least, String value) {
        try {
            return Long.parseLong(value) >= least;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static boolean areRoles(String value) {
        return ROLES.containsAll(Arrays.asList(value.split(" ", -1)));
    }

    /** The characters of XML 1.0. An unpaired surrogate is none. */
    private static boolean isOfXml(int c) {
        return c == '\t'
                || c == '\n'
                || c == '\r'
                || (c >= ' ' && c < Character.MIN_SURROGATE)
                || (c > Character.MAX_SURROGATE && c < 0xfffe)
                || c >= Character.MIN_SUPPLEMENTARY_CODE_POINT;
    }
}
