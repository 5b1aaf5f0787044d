package org.esbmt.registry.api;

import static java.util.Objects.requireNonNull;

import java.util.regex.Pattern;
import org.esbmt.tenancy.api.ContactKind;

/**
 * A contact of a tenant: a person or a desk that operators call. Refusals never show the address.
 *
 * @param name unique in the tenant: 1 to {@value #MAX_NAME} printable characters, no space at either end
 * @param address an e-mail address as HTML defines a valid one, or a telephone number of 3 to 15 digits
 */
public record Contact(String name, ContactKind kind, String address) {
    /** The largest number of characters. */
    public static final int MAX_NAME = 100;
    /** The largest number of characters (RFC 5321, section 4.5.3.1.3, without the brackets of a path). */
    public static final int MAX_ADDRESS = 254;

    private static final String LABEL = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
    private static final Pattern E_MAIL =
            Pattern.compile("[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@" + LABEL + "(\\." + LABEL + ")*");
    /** The digits of a short number up to the longest number (ITU-T E.164), with the usual separators. */
    private static final Pattern TELEPHONE = Pattern.compile("\\+?[0-9]([ ()./-]{0,2}[0-9]){2,14}");

    public Contact {
        requireNonNull(kind, "kind");
        checkName(name);
        if (address.length() > MAX_ADDRESS
                || !(E_MAIL.matcher(address).matches()
                        || TELEPHONE.matcher(address).matches())) {
            throw new IllegalArgumentException("a contact's address is an e-mail address of at most " + MAX_ADDRESS
                    + " characters or a telephone number of 3 to 15 digits");
        }
    }

    /**
     * Checks the form of a name.
     *
     * @throws IllegalArgumentException if no contact has such a name
     */
    public static void checkName(String name) {
        if (name.isEmpty()
                || name.length() > MAX_NAME
                || name.startsWith(" ")
                || name.endsWith(" ")
                || !name.codePoints().allMatch(c -> c == ' ' || Printable.visible(c))) {
            throw new IllegalArgumentException("a contact's name is 1 to " + MAX_NAME
                    + " printable characters without a space at either end, but is " + Printable.shown(name));
        }
    }
}
