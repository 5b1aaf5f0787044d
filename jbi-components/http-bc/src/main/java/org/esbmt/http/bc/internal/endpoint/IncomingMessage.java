package org.esbmt.http.bc.internal.endpoint;

import io.netty.buffer.ByteBuf;
import java.util.Optional;
import org.esbmt.http.bc.internal.body.Gathered;
import org.esbmt.http.bc.internal.body.HttpBody;
import org.esbmt.http.bc.internal.edge.HttpCall;
import org.esbmt.http.bc.internal.loop.LoopState;
import org.esbmt.http.bc.internal.soap.EnvelopeHeadReader;
import org.esbmt.http.bc.internal.soap.EnvelopeScanner;
import org.esbmt.http.bc.internal.soap.FaultCode;
import org.esbmt.http.bc.internal.soap.HeadResult;
import org.esbmt.http.bc.internal.soap.SoapContentType;
import org.esbmt.http.bc.internal.soap.SoapVersion;
import org.esbmt.http.bc.internal.unit.ConsumerDefinition;
import org.esbmt.tenancy.api.TenantCredential;

/**
 * The message of one request: checks its pieces as they come, keeps them until it is said where they go, and lets them
 * go there without the TenantContext. Who sends it, and what is answered, is not its concern. Confined to the event loop
 * of the client's connection.
 *
 * <p>Pieces that come when the message is under way go on one piece late, when the next one has been checked or the
 * message has ended well: so what a back end gets of a message that turns out to be bad is never complete.
 *
 * <p>The endpoint of a tenant's message, and so the rules for its Body, are known with the sender, at the tenant's own
 * URL too: what its endpoint asks is not told to strangers. Until then nothing behind the Body's start tag is looked at;
 * then what has been gathered is held to the endpoint's rules, as if they had been known from the first byte. No rule of
 * one tenant touches the messages of another.
 */
final class IncomingMessage {
    private static final int FREE_BYTES = 8 * 1024;
    private static final HeadResult.Refused OVERLOADED =
            new HeadResult.Refused(FaultCode.OVERLOADED, FaultCode.OVERLOADED.sentence());

    private final SoapVersion version;
    private final EnvelopeHeadReader headReader;
    private final Gathered gathered = new Gathered();
    private final LoopState loop;
    private final long roomOfLoop;
    private int counted;

    private boolean rulesKnown;
    private HeadResult.Head head;
    private EnvelopeScanner scanner;
    private boolean complete;
    private ByteBuf held;

    private IncomingMessage(
            SoapVersion version,
            EnvelopeHeadReader headReader,
            boolean rulesKnown,
            HttpCall call,
            RequestServices services) {
        this.loop = call.loop();
        this.roomOfLoop = services.gatheredBytesOfLoop();
        this.version = version;
        this.headReader = headReader;
        this.rulesKnown = rulesKnown;
    }

    /**
     * The message of a call whose body has not been received yet.
     *
     * @param endpoint a plain one; null if the endpoint is not known before the sender is
     * @return empty if the call's content type is not one of SOAP, where SOAP is expected
     */
    static Optional<IncomingMessage> of(HttpCall call, ConsumerEndpoint endpoint, RequestServices services) {
        if (endpoint != null && !endpoint.readsEnvelope()) {
            return Optional.of(new IncomingMessage(null, null, true, call, services));
        }
        Optional<SoapContentType> type = SoapContentType.parse(call.contentType());
        if (type.isEmpty()) {
            return Optional.empty();
        }
        SoapVersion version = type.get().version();
        Optional<String> action = type.get().action().isPresent()
                ? type.get().action()
                : SoapContentType.soapAction(call.headers().get("SOAPAction"));
        EnvelopeHeadReader reader = endpoint == null
                ? new EnvelopeHeadReader(services.limits(), version, action)
                : new EnvelopeHeadReader(
                        endpoint.limits(),
                        version,
                        action,
                        endpoint.rule(),
                        endpoint.definition().bodyCheck());
        return Optional.of(new IncomingMessage(version, reader, endpoint != null, call, services));
    }

    /** The version that was announced; null if the message is not read as SOAP. */
    SoapVersion version() {
        return version;
    }

    /** Whether a SOAP message's head has been read, and was good. */
    boolean headRead() {
        return head != null;
    }

    /** Whom the head names; null if it names nobody. */
    TenantCredential credential() {
        return head.credential().orElse(null);
    }

    boolean isComplete() {
        return complete;
    }

    // ---- until it is known where it goes

    /**
     * Keeps a piece.
     *
     * @return why the message is refused; empty as long as it is good
     */
    Optional<HeadResult.Refused> gather(ByteBuf piece) {
        gathered.add(piece);
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
     * What is small has room in any case, so that many who send slowly keep nobody out who does not. The memory of the
     * others is bounded for all connections together.
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
        loop.letGo(counted);
        counted = 0;
    }

    /**
     * Holds the message, with what was gathered of it, to rules that were not known before. Its size is the edge's
     * business: {@link HttpCall#limit}.
     *
     * @return why the message is refused; empty as long as it is good
     */
    Optional<HeadResult.Refused> holdTo(ConsumerDefinition rules) {
        rulesKnown = true;
        scanner.begin(rules.bodyCheck(), rules.maxMessageBytes());
        gathered.show(head.bodyContentFrom(), scanner::feed);
        return complete ? scanner.finish() : scanner.refused();
    }

    /** How many bytes are kept. */
    int size() {
        return gathered.size();
    }

    /** How long the message is where it goes on; -1 if that is not known. */
    long lengthOnward(long length) {
        return length < 0 || head == null ? length : length - (head.contextTo() - head.contextFrom());
    }

    /** Gives away what was gathered. */
    void moveTo(HttpBody body) {
        leaveRoom();
        gathered.moveTo(body, head == null ? 0 : head.contextFrom(), head == null ? 0 : head.contextTo());
    }

    // ---- under way

    /**
     * Keeps a piece that is good, and lets the one before it go on.
     *
     * @return why the message is refused; empty as long as it is good
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

    /** Lets the piece go on that is still kept. */
    void passLast(HttpBody body) {
        if (held != null) {
            ByteBuf last = held;
            held = null;
            body.data(last);
        }
    }

    // ---- the end

    /**
     * To be called once, after the last piece.
     *
     * @return why the message is refused; empty if it is good, or nothing can be said before its rules are known
     */
    Optional<HeadResult.Refused> end() {
        complete = true;
        if (headReader == null || (head != null && !rulesKnown)) {
            return Optional.empty();
        }
        return head == null ? Optional.of(headReader.finish()) : scanner.finish();
    }

    /** Forgets every piece that is still kept. */
    void release() {
        leaveRoom();
        gathered.release();
        if (held != null) {
            held.release();
            held = null;
        }
    }
}
