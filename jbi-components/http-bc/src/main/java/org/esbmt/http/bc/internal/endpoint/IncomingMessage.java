package org.esbmt.http.bc.internal.endpoint;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Optional;
import org.esbmt.http.api.body.Gathered;
import org.esbmt.http.api.body.HttpBody;
import org.esbmt.http.api.edge.HttpCall;
import org.esbmt.http.api.loop.LoopState;
import org.esbmt.http.bc.internal.soap.BodyCheck;
import org.esbmt.http.bc.internal.soap.EmbeddedAssertion;
import org.esbmt.http.bc.internal.soap.EnvelopeHeadReader;
import org.esbmt.http.bc.internal.soap.EnvelopeScanner;
import org.esbmt.http.bc.internal.soap.FaultCode;
import org.esbmt.http.bc.internal.soap.HeadResult;
import org.esbmt.http.bc.internal.soap.SenderNames;
import org.esbmt.http.bc.internal.soap.SoapContentType;
import org.esbmt.http.bc.internal.soap.SoapVersion;
import org.esbmt.http.bc.internal.soap.UsernameToken;
import org.esbmt.tenancy.api.TenantCredential;
import org.esbmt.tenancy.api.TenantPrincipal;

/**
 * The message of one request. It checks the pieces as they come and keeps them until their destination is known. Then
 * it passes them on without the TenantContext. Other classes handle the sender and the answer. Confined to the event
 * loop of the client's connection.
 *
 * <p>Once the message has its destination, pieces go on one piece late. A piece waits until the next one has been
 * checked or the message has ended well. So a back end never gets a bad message to its end.
 *
 * <p>The sender decides the endpoint of a tenant's message, and so the rules for its Body. This holds at the tenant's
 * own URL too, so that strangers do not learn the endpoint's rules. Until the sender is known, nothing after the Body's
 * start tag is examined. Then the endpoint's rules apply to the gathered bytes, as if they had been known from the
 * first byte. No rule of one tenant affects the messages of another.
 */
final class IncomingMessage {
    private static final int FREE_BYTES = 8 * 1024;
    private static final HeadResult.Refused OVERLOADED =
            new HeadResult.Refused(FaultCode.OVERLOADED, FaultCode.OVERLOADED.sentence());
    private static final HeadResult.Refused NO_ACTION = new HeadResult.Refused(
            FaultCode.ADDRESSING_REFUSED, "The SOAPAction is not one action, with quotes around it or none.");
    private static final HeadResult.Refused TWO_ACTIONS = new HeadResult.Refused(
            FaultCode.ADDRESSING_REFUSED, "The action parameter of the Content-Type is not the SOAPAction.");

    private final SoapVersion version;
    private final EnvelopeHeadReader headReader;
    private final Optional<String> action;
    private final Optional<HeadResult.Refused> contradiction;
    private final Gathered gathered = new Gathered();
    private final LoopState loop;
    private final long roomOfLoop;
    private int counted;
    private boolean rulesKnown;
    private HeadResult.Head head;
    private EnvelopeScanner scanner;
    private boolean complete;
    private ByteBuf held;
    private boolean securityDropped;

    private IncomingMessage(
            SoapVersion version,
            EnvelopeHeadReader headReader,
            Optional<String> action,
            Optional<HeadResult.Refused> contradiction,
            boolean rulesKnown,
            HttpCall call,
            RequestServices services) {
        this.loop = call.loop();
        this.roomOfLoop = services.gatheredBytesOfLoop();
        this.version = version;
        this.headReader = headReader;
        this.action = action;
        this.contradiction = contradiction;
        this.rulesKnown = rulesKnown;
    }

    /**
     * The message of a call whose body has not been received yet.
     *
     * @param endpoint a plain one; null if the endpoint is unknown before the sender is known
     * @return empty if SOAP is expected and the call's content type is not one of SOAP
     */
    static Optional<IncomingMessage> of(HttpCall call, ConsumerEndpoint endpoint, RequestServices services) {
        if (endpoint != null && !endpoint.readsEnvelope()) {
            return Optional.of(
                    new IncomingMessage(null, null, Optional.empty(), Optional.empty(), true, call, services));
        }
        Optional<SoapContentType> type = SoapContentType.parse(call.contentType());
        if (type.isEmpty()) {
            return Optional.empty();
        }
        SoapVersion version = type.get().version();
        Optional<String> parameter = type.get().action();
        String soapAction = call.headers().get("SOAPAction");
        Optional<String> header = SoapContentType.soapAction(soapAction);
        Optional<String> action = header.or(() -> parameter);
        EnvelopeHeadReader reader = endpoint == null
                ? new EnvelopeHeadReader(services.limits(), version, action, hasProof(call))
                : new EnvelopeHeadReader(endpoint.limits(), version, action, endpoint.rule(), endpoint.bodyCheck());
        if (type.get().ascii()) {
            reader.ascii();
        }
        return Optional.of(new IncomingMessage(
                version, reader, action, contradiction(parameter, soapAction), endpoint != null, call, services));
    }

    /**
     * An empty message with the version and the action of this one, for its plain text once the signature is verified.
     * The pieces of this one are released.
     */
    IncomingMessage opened(HttpCall call, RequestServices services) {
        release();
        EnvelopeHeadReader reader = EnvelopeHeadReader.opened(services.limits(), version, action);
        return new IncomingMessage(version, reader, action, Optional.empty(), false, call, services);
    }

    /** Tells whether a request has a proof outside of its message. */
    private static boolean hasProof(HttpCall call) {
        return call.bearerToken() != null || call.clientCertificate() != null;
    }

    /** Why the actions are refused that the transport names, whatever the message says. */
    private static Optional<HeadResult.Refused> contradiction(Optional<String> parameter, String soapAction) {
        if (soapAction != null && !SoapContentType.isOneAction(soapAction)) {
            return Optional.of(NO_ACTION);
        }
        Optional<String> header = SoapContentType.soapAction(soapAction);
        return parameter.isPresent() && header.isPresent() && !parameter.equals(header)
                ? Optional.of(TWO_ACTIONS)
                : Optional.empty();
    }

    /** The announced version; null if the message is not read as SOAP. */
    SoapVersion version() {
        return version;
    }

    /** Returns true if a SOAP message's head has been read, and was good. */
    boolean headRead() {
        return head != null;
    }

    /** The credential in the head; null if there is none. */
    TenantCredential credential() {
        return head.credential().orElse(null);
    }

    /** The names in a TenantContext without a password. */
    Optional<SenderNames> names() {
        return head.names();
    }

    /** The user whom the TenantContext names, with a password or without; empty without a TenantContext. */
    Optional<TenantPrincipal> named() {
        return head.names()
                .map(names -> new TenantPrincipal(names.tenant(), names.user()))
                .or(() -> head.credential().map(c -> new TenantPrincipal(c.tenant(), c.user())));
    }

    /** Returns true if the head has a Security block with a signature. */
    boolean isSigned() {
        return head.signed();
    }

    /** The UsernameToken in the head; null if there is none. */
    UsernameToken usernameToken() {
        return head.usernameToken().orElse(null);
    }

    /** The place of the SAML assertion in the head; null if there is none. */
    EmbeddedAssertion assertion() {
        return head.assertion().orElse(null);
    }

    /** Keeps the Security block of the UsernameToken or assertion from going on, as the TenantContext. */
    void dropSecurity() {
        securityDropped = true;
    }

    /** The kept bytes, in a new array. */
    byte[] bytes() {
        return bytes(gathered.size());
    }

    /** The first of the kept bytes, in a new array. */
    byte[] bytes(int count) {
        byte[] first = new byte[count];
        ByteBuf to = Unpooled.wrappedBuffer(first).clear();
        gathered.show(
                0,
                piece ->
                        to.writeBytes(piece, piece.readerIndex(), Math.min(piece.readableBytes(), to.writableBytes())));
        return first;
    }

    boolean isComplete() {
        return complete;
    }

    // ---- before the destination is known

    /**
     * Keeps a piece.
     *
     * @return the reason for a refusal of the message; empty as long as it is good
     */
    Optional<HeadResult.Refused> gather(ByteBuf piece) {
        gathered.add(piece);
        if (contradiction.isPresent()) {
            return contradiction;
        }
        if (!hasRoom()) {
            return Optional.of(OVERLOADED);
        }
        if (headReader == null || (head != null && !rulesKnown)) {
            return Optional.empty();
        }
        if (head != null) {
            return scanner.feed(piece);
        }
        HeadResult result = headReader.feed(piece);
        if (result instanceof HeadResult.Refused refused) {
            return Optional.of(refused);
        }
        if (result instanceof HeadResult.Head read) {
            head = read;
            scanner = read.rest();
        }
        return Optional.empty();
    }

    /**
     * Returns true if there is room for the gathered bytes. A small message always has room, so that many slow senders
     * do not keep others out. The memory of larger messages is bounded for all connections together.
     */
    private boolean hasRoom() {
        int more = gathered.size() - FREE_BYTES - counted;
        if (more <= 0) {
            return true;
        }
        if (!loop.gather(more, roomOfLoop)) {
            return false;
        }
        counted += more;
        return true;
    }

    private void leaveRoom() {
        loop.release(counted);
        counted = 0;
    }

    /**
     * Applies rules that were unknown before to the message, including its gathered bytes. The edge bounds its size:
     * {@link HttpCall#limit}.
     *
     * @return the reason for a refusal of the message; empty as long as it is good
     */
    Optional<HeadResult.Refused> holdTo(BodyCheck bodyCheck, long maxMessageBytes) {
        rulesKnown = true;
        scanner.begin(bodyCheck, maxMessageBytes);
        gathered.show(head.bodyContentFrom(), scanner::feed);
        return complete ? scanner.finish() : scanner.refused();
    }

    /** The number of kept bytes. */
    int size() {
        return gathered.size();
    }

    /** The length of the message without the blocks that do not go on; -1 if it is unknown. */
    long lengthOnward(long length) {
        if (length < 0 || head == null) {
            return length;
        }
        int security = securityDropped ? securityTo() - securityFrom() : 0;
        return length - (head.contextTo() - head.contextFrom()) - security;
    }

    /** A block has one place, whichever of its proofs tells of it. */
    private int securityFrom() {
        return usernameToken() == null
                ? assertion().blockFrom()
                : usernameToken().blockFrom();
    }

    private int securityTo() {
        return usernameToken() == null ? assertion().blockTo() : usernameToken().blockTo();
    }

    /** Moves the gathered bytes to the body. */
    void moveTo(HttpBody body) {
        leaveRoom();
        int from = head == null ? 0 : head.contextFrom();
        int to = head == null ? 0 : head.contextTo();
        if (securityDropped) {
            gathered.cut(securityFrom(), securityTo());
            int moved = securityFrom() < from ? securityTo() - securityFrom() : 0;
            from -= moved;
            to -= moved;
        }
        gathered.moveTo(body, from, to);
    }

    // ---- after the destination is known

    /**
     * Keeps a good piece, and passes the former one on.
     *
     * @return the reason for a refusal of the message; empty as long as it is good
     */
    Optional<HeadResult.Refused> pass(ByteBuf piece, HttpBody body) {
        Optional<HeadResult.Refused> refused = scanner == null ? Optional.empty() : scanner.feed(piece);
        if (refused.isPresent()) {
            piece.release();
        } else {
            passLast(body);
            held = piece;
        }
        return refused;
    }

    /** Passes the kept piece on. */
    void passLast(HttpBody body) {
        if (held != null) {
            ByteBuf last = held;
            held = null;
            body.data(last);
        }
    }

    // ---- the end

    /**
     * Must be called once, after the last piece.
     *
     * @return the reason for a refusal of the message; empty if it is good, or its rules are not known yet
     */
    Optional<HeadResult.Refused> end() {
        complete = true;
        if (headReader == null || (head != null && !rulesKnown)) {
            return Optional.empty();
        }
        return head == null ? Optional.of(headReader.finish()) : scanner.finish();
    }

    /** Releases every kept piece. */
    void release() {
        leaveRoom();
        gathered.release();
        if (held != null) {
            held.release();
            held = null;
        }
    }
}
