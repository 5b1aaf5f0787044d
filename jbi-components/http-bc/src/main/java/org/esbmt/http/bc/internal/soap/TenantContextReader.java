package org.esbmt.http.bc.internal.soap;

import static org.esbmt.http.bc.internal.soap.Names.bytes;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.esbmt.tenancy.api.TenantCredential;
import org.esbmt.tenancy.api.TenantId;
import org.esbmt.tenancy.api.UserId;
import org.esbmt.xml.api.NamespaceTable;
import org.esbmt.xml.api.StartTag;
import org.esbmt.xml.api.XmlLexer;
import org.esbmt.xml.api.XmlRefusedException;

/**
 * Reads one TenantContext element by {@code docs/contracts/tenant-context.xsd}, and more strictly. It refuses comments
 * and processing instructions, and accepts version 1 only. The password may be missing; the grammar decides about that.
 */
final class TenantContextReader {
    private static final byte[] TENANT_ID = bytes("tenantID");
    private static final byte[] USER_ID = bytes("userID");
    private static final byte[] PASSWORD = bytes("password");
    private static final byte[] TOKEN = bytes("token");
    private static final byte[] OPTIONAL_ENTRY = bytes("optionalEntry");
    private static final byte[] KEY = bytes("key");
    private static final byte[] VERSION = bytes("version");
    private static final byte[] ONE = bytes("1");
    private static final byte[] ZERO = bytes("0");
    private static final byte[] TRUE = bytes("true");
    private static final byte[] FALSE = bytes("false");
    private static final byte[] MUST_UNDERSTAND = bytes("mustUnderstand");
    private static final byte[] ACTOR = bytes("actor");
    private static final byte[] ROLE = bytes("role");
    private static final byte[] ACTOR_NEXT = bytes("http://schemas.xmlsoap.org/soap/actor/next");
    private static final byte[] ROLE_NEXT = bytes("http://www.w3.org/2003/05/soap-envelope/role/next");
    private static final byte[] ROLE_ULTIMATE = bytes("http://www.w3.org/2003/05/soap-envelope/role/ultimateReceiver");

    private static final int UUID_LENGTH = 36;
    private static final int PASSWORD_CHARACTERS = 256;
    private static final int ENTRY_CHARACTERS = 1024;
    private static final int KEY_LENGTH = 64;
    private static final int MOST_ENTRIES = 32;
    private static final int MOST_OTHERS = 8;

    /** The position in the schema's sequence. */
    private enum Step {
        START,
        TENANT_ID,
        USER_ID,
        PASSWORD,
        ENTRIES,
        OTHERS
    }

    private final XmlLexer lexer;
    private final SoapVersion version;
    private Step step = Step.START;
    private boolean inValue;
    private UUID tenant;
    private UUID user;
    private byte[] password;
    private int entries;
    private int others;
    private Set<String> keys = Set.of();

    TenantContextReader(XmlLexer lexer, SoapVersion version) {
        this.lexer = lexer;
        this.version = version;
    }

    /** The element's own start tag. */
    void begin(StartTag tag) throws XmlRefusedException {
        int soap = version == SoapVersion.SOAP_1_1 ? Names.SOAP_1_1 : Names.SOAP_1_2;
        for (int i = 0; i < tag.attributeCount(); i++) {
            int namespace = tag.attributeNamespace(i);
            if (namespace == NamespaceTable.NONE) {
                if (!tag.attributeLocalIs(i, VERSION) || !tag.attributeValueIs(i, ONE)) {
                    throw invalid("The TenantContext has an attribute that is not known, or another version than 1.");
                }
            } else if (namespace == soap) {
                checkSoapAttribute(tag, i);
            }
        }
        lexer.text(XmlLexer.Text.NONE);
    }

    private void checkSoapAttribute(StartTag tag, int i) throws XmlRefusedException {
        boolean good = true;
        if (tag.attributeLocalIs(i, MUST_UNDERSTAND)) {
            good = tag.attributeValueIs(i, ONE)
                    || tag.attributeValueIs(i, ZERO)
                    || (version == SoapVersion.SOAP_1_2
                            && (tag.attributeValueIs(i, TRUE) || tag.attributeValueIs(i, FALSE)));
        } else if (version == SoapVersion.SOAP_1_1 && tag.attributeLocalIs(i, ACTOR)) {
            good = tag.attributeValueIs(i, ACTOR_NEXT);
        } else if (version == SoapVersion.SOAP_1_2 && tag.attributeLocalIs(i, ROLE)) {
            good = tag.attributeValueIs(i, ROLE_NEXT) || tag.attributeValueIs(i, ROLE_ULTIMATE);
        }
        if (!good) {
            throw invalid("The TenantContext is for another role.");
        }
    }

    /**
     * The start tag of an element inside.
     *
     * @param level 1 for the children of the TenantContext
     */
    void startElement(StartTag tag, int level) throws XmlRefusedException {
        boolean ours = tag.namespace() == Names.TENANT_CONTEXT_1;
        if (level > 1) {
            if (inValue || ours) {
                throw invalid("The TenantContext has an element where it must not be.");
            }
            return;
        }
        if (!ours) {
            startOther(tag);
        } else if (step == Step.START && tag.localIs(TENANT_ID)) {
            value(tag, Step.TENANT_ID, UUID_LENGTH);
        } else if (step == Step.TENANT_ID && tag.localIs(USER_ID)) {
            value(tag, Step.USER_ID, UUID_LENGTH);
        } else if (step == Step.USER_ID && tag.localIs(PASSWORD)) {
            value(tag, Step.PASSWORD, 4 * PASSWORD_CHARACTERS);
        } else if (step == Step.USER_ID && tag.localIs(TOKEN)) {
            throw invalid("Tokens are not accepted; the TenantContext needs a password.");
        } else if (step.compareTo(Step.USER_ID) >= 0 && step != Step.OTHERS && tag.localIs(OPTIONAL_ENTRY)) {
            startEntry(tag);
        } else {
            throw invalid("The TenantContext's elements are not those of its schema, or not in its order.");
        }
    }

    private void value(StartTag tag, Step next, int most) throws XmlRefusedException {
        if (tag.attributeCount() > 0) {
            throw invalid("An element of the TenantContext has an attribute.");
        }
        step = next;
        inValue = true;
        lexer.collect(most);
    }

    private void startEntry(StartTag tag) throws XmlRefusedException {
        if (++entries > MOST_ENTRIES) {
            throw invalid("The TenantContext has more than " + MOST_ENTRIES + " optional entries.");
        }
        if (tag.attributeCount() != 1
                || tag.attributeNamespace(0) != NamespaceTable.NONE
                || !tag.attributeLocalIs(0, KEY)) {
            throw invalid("An optional entry needs the attribute key, and no other.");
        }
        String key = tag.attributeValue(0);
        if (!isKey(key)) {
            throw invalid("The key of an optional entry is not a name of at most " + KEY_LENGTH + " characters.");
        }
        if (keys.isEmpty()) {
            keys = new HashSet<>();
        }
        if (!keys.add(key)) {
            throw invalid("Two optional entries have the same key.");
        }
        step = Step.ENTRIES;
        inValue = true;
        lexer.collect(4 * ENTRY_CHARACTERS);
    }

    private void startOther(StartTag tag) throws XmlRefusedException {
        if (step.compareTo(Step.USER_ID) < 0 || tag.namespace() == NamespaceTable.NONE) {
            throw invalid("The TenantContext's elements are not those of its schema, or not in its order.");
        }
        if (++others > MOST_OTHERS) {
            throw invalid("The TenantContext has more than " + MOST_OTHERS + " elements of other namespaces.");
        }
        step = Step.OTHERS;
    }

    /** The end tag of an element inside; {@code level} as in {@link #startElement}. */
    void endElement(int level) throws XmlRefusedException {
        if (level > 1) {
            return;
        }
        if (inValue) {
            endValue();
            inValue = false;
        }
        lexer.text(XmlLexer.Text.NONE);
    }

    private void endValue() throws XmlRefusedException {
        byte[] value = lexer.text();
        boolean whole = !lexer.textOverflow();
        lexer.forgetText();
        switch (step) {
            case TENANT_ID -> tenant = uuid(value, whole);
            case USER_ID -> user = uuid(value, whole);
            case PASSWORD -> {
                if (!whole || value.length == 0 || characters(value) > PASSWORD_CHARACTERS) {
                    throw invalid("The password must have 1 to " + PASSWORD_CHARACTERS + " characters.");
                }
                password = value;
            }
            default -> {
                if (!whole || characters(value) > ENTRY_CHARACTERS) {
                    throw invalid("An optional entry has more than " + ENTRY_CHARACTERS + " characters.");
                }
            }
        }
    }

    /** The element's own end tag. */
    void end() throws XmlRefusedException {
        if (user == null) {
            throw incomplete();
        }
    }

    /** The claim with its password; empty if the element has none. Valid after {@link #end}. */
    Optional<TenantCredential> credential() {
        return password == null
                ? Optional.empty()
                : Optional.of(new TenantCredential(new TenantId(tenant), new UserId(user), password));
    }

    /** The claim without a password. Valid after {@link #end}. */
    SenderNames names() {
        return new SenderNames(new TenantId(tenant), new UserId(user));
    }

    static MessageRefusedException incomplete() {
        return invalid("The TenantContext needs tenantID, userID and password.");
    }

    /** Reads the canonical form only, like {@link TenantId#of}; without a string, since every message has two. */
    private static UUID uuid(byte[] text, boolean whole) throws XmlRefusedException {
        if (!whole || text.length != UUID_LENGTH) {
            throw badUuid();
        }
        long high = 0;
        long low = 0;
        for (int i = 0; i < UUID_LENGTH; i++) {
            byte c = text[i];
            if (i == 8 || i == 13 || i == 18 || i == 23) {
                if (c != '-') {
                    throw badUuid();
                }
                continue;
            }
            int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
            if (digit < 0) {
                throw badUuid();
            }
            high = high << 4 | low >>> 60;
            low = low << 4 | digit;
        }
        return new UUID(high, low);
    }

    /** Code points of well-formed UTF-8. */
    private static int characters(byte[] utf8) {
        int n = 0;
        for (byte b : utf8) {
            if ((b & 0xC0) != 0x80) {
                n++;
            }
        }
        return n;
    }

    /** Returns true for production NCName, restricted to ASCII and Java's letters. */
    private static boolean isKey(String key) {
        if (key.isEmpty() || key.codePointCount(0, key.length()) > KEY_LENGTH) {
            return false;
        }
        int first = key.codePointAt(0);
        return (Character.isLetter(first) || first == '_')
                && key.codePoints().allMatch(c -> Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '.');
    }

    private static MessageRefusedException badUuid() {
        return invalid("tenantID and userID must be UUIDs in canonical lower-case form.");
    }

    static MessageRefusedException invalid(String sentence) {
        return new MessageRefusedException(FaultCode.CONTEXT_INVALID, sentence);
    }
}
