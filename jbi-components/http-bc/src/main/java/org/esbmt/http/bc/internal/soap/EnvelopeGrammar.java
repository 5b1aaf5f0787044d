package org.esbmt.http.bc.internal.soap;

import java.util.Optional;
import org.esbmt.tenancy.api.TenantCredential;
import org.esbmt.xml.api.NamespaceTable;
import org.esbmt.xml.api.StartTag;
import org.esbmt.xml.api.XmlEvents;
import org.esbmt.xml.api.XmlLexer;
import org.esbmt.xml.api.XmlLimits;
import org.esbmt.xml.api.XmlRefusedException;

/**
 * The grammar of an acceptable SOAP message. It has one Envelope of the announced version; in it at most one Header,
 * then one Body, then nothing (SOAP 1.2 part 1, section 5). The same holds for SOAP 1.1, although it permits elements
 * after the Body. Processing instructions may occur in the Body only. The TenantContext occurs once, as a header block.
 * Other versions of it are refused, since no TenantContext may reach a back end.
 *
 * <p>The bus is an intermediary for the other header blocks. They pass unchanged, even with mustUnderstand, since the
 * back end must understand them.
 */
final class EnvelopeGrammar implements XmlEvents {
    private static final int PART = 2;
    private static final int BLOCK = 3;

    /** The kinds of message, by the header blocks that are read. */
    enum Kind {
        REQUEST,
        /** It needs a TenantContext with a password, or a Security block with a signature, a UsernameToken or an assertion. */
        TENANT_REQUEST,
        /** A tenant's request whose sender has a proof outside of the message. */
        PROVEN_OUTSIDE,
        /** A tenant's request after its signature was verified, without its Security block. */
        OPENED_REQUEST,
        /** A back end's answer: no TenantContext anywhere; its WS-Addressing is not checked. */
        ANSWER
    }

    private enum Part {
        NONE,
        HEADER,
        BODY
    }

    private enum Block {
        OTHER,
        TENANT_CONTEXT,
        ADDRESSING,
        SECURITY
    }

    private final XmlLimits limits;
    private final SoapVersion version;
    private final Kind kind;
    private final BodyCheck check;
    private final XmlLexer lexer;
    private final TenantContextReader context;
    private final AddressingReader addressing;

    private Part part = Part.NONE;
    private boolean headerSeen;
    private boolean bodySeen;
    /** Set if the namespaces of elements in the Body are unknown. */
    private boolean contextByName;

    private Block block = Block.OTHER;

    private Optional<TenantCredential> credential = Optional.empty();
    private Optional<SenderNames> names = Optional.empty();
    private boolean signed;
    private SecurityBlockReader security; // null without a Security block
    private int contextFrom;
    private int contextTo;
    private int bodyFrom;
    private int bodyContentFrom;

    /** @param check null if it is unknown yet: then the lexer stops after the Body's start tag, for {@link #begin} */
    EnvelopeGrammar(
            XmlLimits limits, SoapVersion version, Optional<String> transportAction, Kind kind, BodyCheck check) {
        this.limits = limits;
        this.version = version;
        this.kind = kind;
        this.check = check;
        this.lexer = new XmlLexer(limits, Names.TABLE, this);
        this.context = new TenantContextReader(lexer, version);
        this.addressing = new AddressingReader(lexer, transportAction);
        lexer.end(Math.min(limits.headerBytes(), limits.messageBytes()));
    }

    XmlLexer lexer() {
        return lexer;
    }

    /** Returns true if the Body's start tag has been read. */
    boolean headRead() {
        return bodySeen;
    }

    HeadResult.Head head(EnvelopeScanner rest) {
        return new HeadResult.Head(
                version,
                credential,
                names,
                signed,
                security == null ? Optional.empty() : security.usernameToken(),
                security == null ? Optional.empty() : security.assertion(),
                contextFrom,
                contextTo,
                bodyFrom,
                bodyContentFrom,
                addressing.action(),
                rest);
    }

    // ---- events

    @Override
    public void startElement(StartTag tag, int depth) throws XmlRefusedException {
        if (depth > BLOCK || (depth == BLOCK && part == Part.BODY)) {
            if (part == Part.HEADER) {
                inBlock(tag, depth - BLOCK);
            } else if (isAnyContext(tag)) {
                throw misplaced();
            }
        } else if (depth == BLOCK) {
            block(tag);
        } else if (depth == PART) {
            part(tag);
        } else {
            envelope(tag);
        }
    }

    private void envelope(StartTag tag) throws XmlRefusedException {
        int namespace = tag.namespace();
        boolean soap = namespace == Names.SOAP_1_1 || namespace == Names.SOAP_1_2;
        if (!soap || !tag.localIs(Names.ENVELOPE)) {
            throw malformed("The root element is not a SOAP Envelope.");
        }
        if (namespace != soapNamespace()) {
            throw new MessageRefusedException(FaultCode.VERSION_MISMATCH, FaultCode.VERSION_MISMATCH.sentence());
        }
        lexer.text(XmlLexer.Text.NONE);
    }

    private void part(StartTag tag) throws XmlRefusedException {
        if (isAnyContext(tag)) {
            throw misplaced();
        }
        int namespace = tag.namespace();
        if (namespace == soapNamespace() && tag.localIs(Names.HEADER)) {
            if (headerSeen || bodySeen) {
                throw malformed("The Header is doubled, or behind the Body.");
            }
            headerSeen = true;
            part = Part.HEADER;
            lexer.text(XmlLexer.Text.NONE);
        } else if (namespace == soapNamespace() && tag.localIs(Names.BODY)) {
            if (bodySeen) {
                throw malformed("The Body is doubled.");
            }
            body(tag);
        } else {
            throw malformed("The Envelope has an element that is neither its Header nor its Body.");
        }
    }

    private void body(StartTag tag) throws XmlRefusedException {
        boolean otherProof = signed || (security != null && security.found());
        boolean namesAlone = kind == Kind.OPENED_REQUEST
                || kind == Kind.PROVEN_OUTSIDE
                || (kind == Kind.TENANT_REQUEST && otherProof);
        if (names.isPresent() && !namesAlone) {
            throw TenantContextReader.incomplete();
        }
        if (kind == Kind.TENANT_REQUEST && credential.isEmpty() && !otherProof) {
            throw new MessageRefusedException(FaultCode.CONTEXT_MISSING, FaultCode.CONTEXT_MISSING.sentence());
        }
        bodySeen = true;
        part = Part.BODY;
        bodyFrom = (int) tag.from();
        bodyContentFrom = (int) tag.to();
        lexer.keepValues(false);
        if (check == null) {
            lexer.stop();
        } else {
            begin(check, limits.messageBytes());
        }
    }

    /** Lets the lexer continue into the Body. */
    void begin(BodyCheck bodyCheck, long messageBytes) {
        lexer.end(messageBytes);
        if (bodyCheck != BodyCheck.WELL_FORMED) {
            lexer.strictDepth(PART);
        }
        if (bodyCheck == BodyCheck.STRUCTURE) {
            contextByName = true;
            lexer.passOver(Names.GUARDED);
        }
    }

    private void block(StartTag tag) throws XmlRefusedException {
        int namespace = tag.namespace();
        block = Block.OTHER;
        if (namespace == Names.TENANT_CONTEXT_1 && tag.localIs(Names.TENANT_CONTEXT)) {
            if (kind == Kind.ANSWER) {
                throw misplaced();
            }
            if (credential.isPresent() || names.isPresent()) {
                throw TenantContextReader.invalid("The TenantContext is doubled.");
            }
            block = Block.TENANT_CONTEXT;
            contextFrom = (int) tag.from();
            context.begin(tag);
        } else if (isOfContexts(namespace)) {
            throw otherContext();
        } else if (kind != Kind.ANSWER
                && namespace == NamespaceTable.NONE
                && tag.localIsIgnoringCase(Names.TENANT_CONTEXT_LOWER_CASE)) {
            throw otherContext();
        } else if (kind != Kind.ANSWER && (namespace == Names.ADDRESSING || namespace == Names.ADDRESSING_2004)) {
            block = Block.ADDRESSING;
            addressing.begin(tag, namespace);
        } else if ((kind == Kind.TENANT_REQUEST || kind == Kind.PROVEN_OUTSIDE)
                && namespace == Names.SECURITY_1_0
                && tag.localIs(Names.SECURITY)) {
            block = Block.SECURITY;
            if (security == null) {
                security = new SecurityBlockReader(lexer, version);
            }
            security.begin(tag);
        }
    }

    private void inBlock(StartTag tag, int level) throws XmlRefusedException {
        if (block == Block.TENANT_CONTEXT && tag.namespace() != NamespaceTable.FAMILY) {
            context.startElement(tag, level);
        } else if (isOfContexts(tag.namespace())) {
            throw misplaced();
        } else if (block == Block.ADDRESSING) {
            addressing.startElement(tag, level);
        } else if (block == Block.SECURITY) {
            signed |= level == 1 && tag.is(Names.XML_SIGNATURE, Names.SIGNATURE);
            security.startElement(tag, level);
        }
    }

    @Override
    public void endElement(int depth, long to) throws XmlRefusedException {
        if (depth > BLOCK) {
            if (part != Part.HEADER) {
                return;
            }
            if (block == Block.TENANT_CONTEXT) {
                context.endElement(depth - BLOCK);
            } else if (block == Block.ADDRESSING) {
                addressing.endElement();
            } else if (block == Block.SECURITY) {
                security.endElement(depth - BLOCK, to);
            }
        } else if (depth == BLOCK) {
            if (part == Part.HEADER) {
                endBlock(to);
                lexer.text(XmlLexer.Text.NONE);
            }
        } else if (depth == PART) {
            part = Part.NONE;
            lexer.text(XmlLexer.Text.NONE);
        } else if (!bodySeen) {
            throw malformed("The Envelope has no Body.");
        }
    }

    private void endBlock(long to) throws XmlRefusedException {
        if (block == Block.TENANT_CONTEXT) {
            context.end();
            credential = context.credential();
            if (credential.isEmpty()) {
                names = Optional.of(context.names());
            }
            contextTo = (int) to;
        } else if (block == Block.ADDRESSING) {
            addressing.end();
        } else if (block == Block.SECURITY) {
            security.end(to);
        }
        block = Block.OTHER;
    }

    @Override
    public void aside(Aside kind, int depth) throws XmlRefusedException {
        if (part == Part.BODY) {
            return;
        }
        if (block == Block.TENANT_CONTEXT && kind != Aside.CDATA) {
            throw TenantContextReader.invalid(
                    "There is a comment or a processing instruction inside the TenantContext.");
        }
        if (kind == Aside.INSTRUCTION) {
            throw malformed("There is a processing instruction outside the Body.");
        }
        if (kind == Aside.COMMENT && addressing.inValue()) {
            throw AddressingReader.refused("There is a comment inside a WS-Addressing address or action.");
        }
        if (block == Block.SECURITY && kind != Aside.CDATA) {
            security.aside();
        }
        if (depth == 0 && lexer.rootEnded()) {
            throw malformed("There is something after the Envelope.");
        }
    }

    @Override
    public void misplacedText(int depth) throws XmlRefusedException {
        if (block == Block.TENANT_CONTEXT) {
            throw TenantContextReader.invalid("There is text between the TenantContext's elements.");
        }
        throw malformed("There is text in the Envelope or the Header.");
    }

    private int soapNamespace() {
        return version == SoapVersion.SOAP_1_1 ? Names.SOAP_1_1 : Names.SOAP_1_2;
    }

    private static MessageRefusedException malformed(String sentence) {
        return new MessageRefusedException(FaultCode.MALFORMED, sentence);
    }

    /**
     * Whether the element is a TenantContext of any version, or looks like one: it may have a password in it. Where only
     * the envelope is checked, the Body may have prefixes that are not declared: such an element may be of any version.
     * Where the lexer passes over markup, it misses declarations, too.
     */
    private boolean isAnyContext(StartTag tag) {
        return tag.localIsIgnoringCase(Names.TENANT_CONTEXT_LOWER_CASE)
                && (contextByName || isOfContexts(tag.namespace()) || tag.namespace() == NamespaceTable.UNDECLARED);
    }

    private static boolean isOfContexts(int namespace) {
        return namespace == Names.TENANT_CONTEXT_1 || namespace == NamespaceTable.FAMILY;
    }

    private static MessageRefusedException otherContext() {
        return TenantContextReader.invalid(
                "The Header has a TenantContext of another namespace than urn:esbmt:tenant-context:1, or a part of one.");
    }

    private static MessageRefusedException misplaced() {
        return TenantContextReader.invalid("There is a TenantContext where none may be.");
    }
}
