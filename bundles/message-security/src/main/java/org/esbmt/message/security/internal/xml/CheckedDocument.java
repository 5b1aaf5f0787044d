package org.esbmt.message.security.internal.xml;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.xml.api.NamespaceTable;
import org.esbmt.xml.api.StartTag;
import org.esbmt.xml.api.XmlEvents;
import org.esbmt.xml.api.XmlLexer;
import org.esbmt.xml.api.XmlLimits;
import org.esbmt.xml.api.XmlRefusedException;

/**
 * Has the lexer of the bus read a whole document with all of its rules and limits, before {@link Markup} reads it. Facts
 * that concern all elements, wherever they are, are gathered meanwhile: the extent of the root's last child, all
 * identifiers, and whether there is encrypted data.
 */
public final class CheckedDocument implements XmlEvents {
    private static final int PART = 2;
    private static final int UTILITY = 1;
    private static final int ENCRYPTION = 2;
    private static final int SECURITY_EXTENSION = 3;
    private static final NamespaceTable TABLE = new NamespaceTable(
            "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd",
            "http://www.w3.org/2001/04/xmlenc#",
            "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd");
    private static final int BLOCK = 3;
    private static final byte[] SECURITY = "Security".getBytes(US_ASCII);
    private static final byte[] ENCRYPTED_DATA = "EncryptedData".getBytes(US_ASCII);
    private static final byte[] ID = "Id".getBytes(US_ASCII);
    private static final byte[] UPPER_CASE_ID = "ID".getBytes(US_ASCII);
    private static final byte[] LOWER_CASE_ID = "id".getBytes(US_ASCII);
    private static final byte[] ASSERTION_ID = "AssertionID".getBytes(US_ASCII);

    private final byte[] document;
    private int partCount;
    private int lastPartFrom;
    private int lastPartTo;
    private int encryptedData;
    private int securityFrom = -1;
    private int securityTo = -1;
    /** Offsets of values, from and end of each. */
    private int[] identifiers = new int[16];

    private int identifierCount;

    private CheckedDocument(byte[] document) {
        this.document = document;
    }

    /**
     * Reads the document.
     *
     * @throws SecurityRefusedException if it is not well-formed ({@code INVALID}), or exceeds a limit ({@code LIMIT})
     */
    public static CheckedDocument of(byte[] document, int most) throws SecurityRefusedException {
        CheckedDocument checked = new CheckedDocument(document);
        XmlLexer lexer = new XmlLexer(XmlLimits.DEFAULTS.withMessageBytes(most), TABLE, checked);
        lexer.keepValues(false);
        try {
            lexer.feed(document, 0, document.length);
            lexer.finish();
        } catch (XmlRefusedException e) {
            throw Refusal.of(e);
        }
        return checked;
    }

    /** The number of the root's children. */
    public int partCount() {
        return partCount;
    }

    /** The offset of the first byte of the root's last child. */
    public int lastPartFrom() {
        return lastPartFrom;
    }

    /** The offset of the byte after the root's last child. */
    public int lastPartTo() {
        return lastPartTo;
    }

    /** The offset of the first byte of the first Security block; -1 if there is none. */
    public int securityFrom() {
        return securityFrom;
    }

    /** The offset of the byte after the first Security block. */
    public int securityTo() {
        return securityTo;
    }

    /** The number of elements {@code xenc:EncryptedData}. */
    public int encryptedData() {
        return encryptedData;
    }

    /**
     * The number of elements with this identifier, as {@code wsu:Id}, {@code xml:id}, {@code Id}, {@code ID} or {@code
     * AssertionID}.
     */
    public int occurrences(byte[] identifier) {
        return occurrences(identifier, 0, document.length);
    }

    /** The same in a range of the document. */
    public int occurrences(byte[] identifier, int from, int to) {
        int found = 0;
        for (int i = 0; i < identifierCount; i += 2) {
            boolean within = identifiers[i] >= from && identifiers[i] < to;
            if (within
                    && Arrays.equals(document, identifiers[i], identifiers[i + 1], identifier, 0, identifier.length)) {
                found++;
            }
        }
        return found;
    }

    @Override
    public void startElement(StartTag tag, int depth) throws XmlRefusedException {
        if (depth == PART) {
            partCount++;
            lastPartFrom = (int) tag.from();
        }
        if (depth == BLOCK && securityFrom < 0 && tag.namespace() == SECURITY_EXTENSION && tag.localIs(SECURITY)) {
            securityFrom = (int) tag.from();
        }
        if (tag.localIs(ENCRYPTED_DATA) && tag.namespace() == ENCRYPTION) {
            encryptedData++;
        }
        for (int i = 0; i < tag.attributeCount(); i++) {
            if (isIdentifier(tag, i)) {
                identifier((int) tag.attributeValueFrom(i), (int) tag.attributeValueTo(i));
            }
        }
    }

    private static boolean isIdentifier(StartTag tag, int i) {
        if (tag.attributeLocalIs(i, ID)) {
            int namespace = tag.attributeNamespace(i);
            return namespace == NamespaceTable.NONE || namespace == UTILITY;
        }
        return (tag.attributeLocalIs(i, LOWER_CASE_ID) && tag.attributeNamespace(i) == NamespaceTable.XML)
                || ((tag.attributeLocalIs(i, UPPER_CASE_ID) || tag.attributeLocalIs(i, ASSERTION_ID))
                        && tag.attributeNamespace(i) == NamespaceTable.NONE);
    }

    private void identifier(int from, int to) throws XmlRefusedException {
        for (int i = Bytes.find(document, from, to, (byte) '&'); i + 1 < to; i++) {
            if (document[i] == '&'
                    && document[i + 1] == '#') { // it could stand for a letter of a signed part's identifier
                throw new XmlRefusedException("An identifier has a reference to a character.");
            }
        }
        if (identifierCount == identifiers.length) {
            identifiers = Arrays.copyOf(identifiers, 2 * identifierCount);
        }
        identifiers[identifierCount++] = from;
        identifiers[identifierCount++] = to;
    }

    @Override
    public void endElement(int depth, long to) {
        if (depth == PART) {
            lastPartTo = (int) to;
        } else if (depth == BLOCK && securityFrom >= 0 && securityTo < 0) {
            securityTo = (int) to;
        }
    }

    @Override
    public void aside(Aside kind, int depth) {
        // the grammars behind decide
    }

    @Override
    public void misplacedText(int depth) {
        // no text was asked for
    }
}
