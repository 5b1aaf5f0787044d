package org.esbmt.http.bc.internal.endpoint;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.channels.ClosedChannelException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import javax.jbi.messaging.ExchangeStatus;
import javax.jbi.messaging.Fault;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.messaging.MessagingException;
import javax.jbi.messaging.NormalizedMessage;
import javax.xml.transform.Source;
import org.esbmt.http.bc.internal.backend.BackEndException;
import org.esbmt.http.bc.internal.body.Gathered;
import org.esbmt.http.bc.internal.body.HttpBody;
import org.esbmt.http.bc.internal.edge.CallReceiver;
import org.esbmt.http.bc.internal.edge.HttpCall;
import org.esbmt.http.bc.internal.loop.Timed;
import org.esbmt.http.bc.internal.soap.EnvelopeHeadReader;
import org.esbmt.http.bc.internal.soap.EnvelopeScanner;
import org.esbmt.http.bc.internal.soap.FaultCode;
import org.esbmt.http.bc.internal.soap.HeadResult;
import org.esbmt.http.bc.internal.soap.SoapContentType;
import org.esbmt.http.bc.internal.soap.SoapFaults;
import org.esbmt.http.bc.internal.soap.SoapVersion;
import org.esbmt.http.bc.internal.wire.Headers;
import org.esbmt.jbi.container.api.OverloadedException;
import org.esbmt.jbi.container.api.TenantBoundaryException;
import org.esbmt.tenancy.api.AuthenticatedCaller;
import org.esbmt.tenancy.api.AuthenticationOutcome;
import org.esbmt.tenancy.api.TenantCredential;
import org.esbmt.tenancy.api.TenantId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request of a client, from its head to the end of its answer, with everything that belongs to its exchange.
 * Confined to the event loop of the client's connection; an answer from another thread hops once. It is completed once,
 * by the answer, a fault, the deadline or the client going away, whichever is first; an answer after that is counted
 * and never delivered.
 *
 * <p>A message of up to {@link RequestServices#wholeBytes} is received and checked to its end before anybody sees it. Of
 * a larger one, the pieces go on when they are checked, always one piece late: so what a back end gets of a message that
 * turns out to be bad is never complete.
 *
 * <p>At a path that all tenants share, the endpoint and so the rules for the Body are known with the sender. Until then
 * nothing behind the Body's start tag is looked at; then what has been gathered is held to the endpoint's rules, as if
 * they had been known from the first byte. No rule of one tenant touches the messages of another.
 */
final class PendingRequest implements CallReceiver, Timed {
    private static final Logger LOG = LoggerFactory.getLogger(PendingRequest.class);

    private enum Stage {
        /** Keeps the pieces until it is known who sends, and either all are there or too many. */
        GATHERING,
        /** The exchange is under way, the body still arriving. */
        STREAMING,
        /** The exchange is under way and the body complete. */
        SENT,
        /** Answered, or nobody is there to be answered. */
        OVER
    }

    private final HttpCall call;
    private final Candidates candidates;
    private final RequestServices services;
    private final SoapVersion version;
    private final Gathered gathered = new Gathered();
    private final EnvelopeHeadReader headReader;
    private final TenantId claimed;

    private Stage stage = Stage.GATHERING;
    private HeadResult.Head head;
    private EnvelopeScanner scanner;
    private boolean rulesKnown;
    private boolean bodyComplete;
    private boolean authenticating;
    private AuthenticatedCaller caller;
    private ConsumerEndpoint endpoint;
    private HttpBody body;
    private ByteBuf held;
    private MessageExchange exchange;
    private MessageExchange reply;
    private long deadline;

    private PendingRequest(
            HttpCall call,
            Candidates candidates,
            TenantId claimed,
            RequestServices services,
            SoapVersion version,
            EnvelopeHeadReader headReader) {
        this.call = call;
        this.candidates = candidates;
        this.claimed = claimed;
        this.services = services;
        this.version = version;
        this.headReader = headReader;
        this.rulesKnown = candidates.only() != null;
    }

    /** Takes a tenant's request, or a plain one whose endpoint reads SOAP, or answers why not. */
    static void begin(HttpCall call, Candidates candidates, TenantId claimed, RequestServices services) {
        ConsumerEndpoint only = candidates.only();
        if (call.isContentEncoded()) {
            call.refuse(415);
            return;
        }
        SoapVersion version = null;
        EnvelopeHeadReader reader = null;
        if (only == null || only.readsEnvelope()) {
            Optional<SoapContentType> type = SoapContentType.parse(call.contentType());
            if (type.isEmpty()) {
                call.refuse(415);
                return;
            }
            version = type.get().version();
            Optional<String> action = type.get().action().isPresent()
                    ? type.get().action()
                    : SoapContentType.soapAction(call.headers().get("SOAPAction"));
            reader = only == null
                    ? new EnvelopeHeadReader(services.limits(), version, action)
                    : new EnvelopeHeadReader(
                            only.limits(),
                            version,
                            action,
                            only.rule(),
                            only.definition().bodyCheck());
        }
        PendingRequest request = new PendingRequest(call, candidates, claimed, services, version, reader);
        if (version == null) {
            request.endpoint = only;
        }
        call.receive(
                request,
                only == null
                        ? services.limits().messageBytes()
                        : only.definition().maxMessageBytes());
    }

    // ---- the request's body

    @Override
    public void data(ByteBuf piece) {
        switch (stage) {
            case GATHERING -> {
                gathered.add(piece);
                gather(piece);
            }
            case STREAMING -> stream(piece);
            case SENT, OVER -> piece.release();
        }
    }

    private void gather(ByteBuf piece) {
        if (headReader != null) {
            if (head == null) {
                HeadResult result = headReader.feed(piece);
                if (result instanceof HeadResult.Refused refused) {
                    refuse(refused.code(), refused.sentence(), OptionalLong.empty());
                    return;
                }
                if (!(result instanceof HeadResult.Head complete)) {
                    return;
                }
                head = complete;
                scanner = complete.rest();
                authenticate();
            } else if (rulesKnown && !good(scanner.feed(piece))) {
                return;
            }
        }
        sendIfReady();
    }

    /** Holds what was gathered to the rules of an endpoint that was not known before. */
    private void holdToRules() {
        rulesKnown = true;
        if (!call.limit(endpoint.definition().maxMessageBytes())) {
            return;
        }
        scanner.begin(endpoint.definition().bodyCheck(), endpoint.definition().maxMessageBytes());
        gathered.show(head.bodyContentFrom(), scanner::feed);
        if (good(scanner.refused()) && bodyComplete) {
            good(scanner.finish());
        }
    }

    /** Whether there is no refusal; answers with it if there is. */
    private boolean good(Optional<HeadResult.Refused> refused) {
        if (refused.isPresent()) {
            refuse(refused.get().code(), refused.get().sentence(), OptionalLong.empty());
        }
        return refused.isEmpty();
    }

    private void stream(ByteBuf piece) {
        if (scanner != null) {
            Optional<HeadResult.Refused> refused = scanner.feed(piece);
            if (refused.isPresent()) {
                piece.release();
                breakOff(refused.get());
                return;
            }
        }
        if (held != null) {
            body.data(held);
        }
        held = piece;
    }

    @Override
    public void flush() {
        if (stage == Stage.STREAMING) {
            body.flush();
        }
    }

    @Override
    public void end() {
        if (stage == Stage.GATHERING) {
            if (headReader != null && head == null) {
                HeadResult.Refused refused = headReader.finish();
                refuse(refused.code(), refused.sentence(), OptionalLong.empty());
                return;
            }
            if (scanner != null && rulesKnown && !good(scanner.finish())) {
                return;
            }
            bodyComplete = true;
            sendIfReady();
        } else if (stage == Stage.STREAMING) {
            Optional<HeadResult.Refused> refused = scanner == null ? Optional.empty() : scanner.finish();
            if (refused.isPresent()) {
                breakOff(refused.get());
                return;
            }
            stage = Stage.SENT;
            bodyComplete = true;
            if (held != null) {
                ByteBuf last = held;
                held = null;
                body.data(last);
            }
            body.end();
        }
    }

    /** A message that is already on its way turns out to be bad: the back end must not see its end. */
    private void breakOff(HeadResult.Refused refused) {
        refuse(
                refused.code(),
                refused.sentence(),
                OptionalLong.empty()); // first: the back end's failure is an answer too
        releaseHeld();
        body.abort(new ClosedChannelException());
    }

    @Override
    public void aborted(Throwable cause) {
        if (stage == Stage.STREAMING) {
            releaseHeld();
            stage = Stage.SENT;
            body.abort(cause);
        }
    }

    private void releaseHeld() {
        if (held != null) {
            held.release();
            held = null;
        }
    }

    // ---- who sends it

    private void authenticate() {
        TenantCredential credential = head.credential().orElse(null);
        if (candidates.only() != null && candidates.only().owner().tenant().isEmpty()) {
            endpoint = candidates.only(); // plain: a TenantContext, if there is one, says nothing here
            return;
        }
        if (credential == null) {
            refuse(FaultCode.CONTEXT_MISSING, FaultCode.CONTEXT_MISSING.sentence(), OptionalLong.empty());
            return;
        }
        Optional<AuthenticatedCaller> known = services.authenticator().known(credential);
        if (known.isPresent()) {
            Arrays.fill(credential.password(), (byte) 0);
            accepted(known.get());
            return;
        }
        authenticating = true;
        call.pause();
        services.authenticator()
                .authenticate(credential, call.source())
                .whenComplete((outcome, failure) -> call.loop().loop().execute(() -> {
                    Arrays.fill(credential.password(), (byte) 0);
                    authenticated(outcome, failure);
                }));
    }

    private void authenticated(AuthenticationOutcome outcome, Throwable failure) {
        authenticating = false;
        if (stage != Stage.GATHERING) {
            return; // the client did not wait
        }
        call.resume();
        if (outcome instanceof AuthenticationOutcome.Accepted accepted) {
            accepted(accepted.caller());
            sendIfReady();
        } else if (outcome instanceof AuthenticationOutcome.Refused refused) {
            FaultCode code =
                    switch (refused.reason()) {
                        case NOT_AUTHENTICATED -> FaultCode.NOT_AUTHENTICATED;
                        case TENANT_SUSPENDED -> FaultCode.TENANT_SUSPENDED;
                        case RATE_LIMITED -> FaultCode.RATE_LIMITED;
                        case OVERLOADED -> FaultCode.OVERLOADED;
                    };
            refuse(
                    code,
                    code.sentence(),
                    refused.retryAfter().isPresent()
                            ? OptionalLong.of(refused.retryAfter().get().toMillis())
                            : OptionalLong.empty());
        } else {
            fail("The authenticator broke its promise not to fail", failure);
        }
    }

    private void accepted(AuthenticatedCaller who) {
        caller = who;
        TenantId tenant = who.principal().tenant();
        endpoint = candidates.of(tenant);
        if (endpoint == null || (claimed != null && !claimed.equals(tenant))) {
            noSuchEndpoint();
        } else if (!endpoint.definition().soapVersion().map(version::equals).orElse(true)) {
            refuse(FaultCode.VERSION_MISMATCH, "The endpoint takes another version of SOAP.", OptionalLong.empty());
        } else if (!rulesKnown) {
            holdToRules();
        }
    }

    private void noSuchEndpoint() {
        refuse(FaultCode.NO_SUCH_ENDPOINT, FaultCode.NO_SUCH_ENDPOINT.sentence(), OptionalLong.empty());
    }

    // ---- the exchange

    private void sendIfReady() {
        if (stage != Stage.GATHERING || endpoint == null || authenticating) {
            return;
        }
        if (bodyComplete) {
            stage = Stage.SENT;
            body = HttpBody.whole(call.loop());
            gathered.moveTo(body, cutFrom(), cutTo());
            body.end();
            send();
        } else if (gathered.size() > services.wholeBytes()) {
            stage = Stage.STREAMING;
            long length = call.contentLength() < 0 ? -1 : call.contentLength() - (cutTo() - cutFrom());
            body = new HttpBody(call.loop(), call, length);
            gathered.moveTo(body, cutFrom(), cutTo());
            send();
        }
    }

    private int cutFrom() {
        return head == null ? 0 : head.contextFrom();
    }

    private int cutTo() {
        return head == null ? 0 : head.contextTo();
    }

    private void send() {
        deadline = System.nanoTime() + endpoint.definition().timeout().toNanos();
        try {
            MessageExchange me = services.bus().exchange(endpoint.definition().defaultMep());
            NormalizedMessage in = me.createMessage();
            in.setContent(body);
            if (caller != null) {
                in.setSecuritySubject(caller.subject());
                in.setProperty(MessageProperties.TENANT, caller.tenantText());
                in.setProperty(MessageProperties.USER, caller.userText());
            }
            in.setProperty(MessageProperties.HEADERS, call.headers());
            me.setMessage(in, "in");
            if (!endpoint.address(me, services.bus())) {
                refuse(FaultCode.BACKEND_UNAVAILABLE, FaultCode.BACKEND_UNAVAILABLE.sentence(), OptionalLong.empty());
                return;
            }
            me.setProperty(MessageProperties.PENDING, this);
            exchange = me;
            services.bus().send(me);
        } catch (TenantBoundaryException e) {
            exchange = null;
            noSuchEndpoint();
        } catch (OverloadedException e) {
            exchange = null;
            refuse(FaultCode.OVERLOADED, FaultCode.OVERLOADED.sentence(), OptionalLong.empty());
        } catch (MessagingException | RuntimeException e) {
            exchange = null;
            fail("A message could not be sent into the bus", e);
        }
    }

    /** The provider's answer, on any thread. */
    void replied(MessageExchange me) {
        if (call.loop().loop().inEventLoop()) {
            reply(me);
        } else {
            call.loop().loop().execute(() -> reply(me));
        }
    }

    private void reply(MessageExchange me) {
        exchange = null;
        boolean answer = me.getStatus() == ExchangeStatus.ACTIVE;
        if (stage == Stage.OVER || !call.isOpen()) {
            letGo();
            if (answer) {
                services.counters().lateAnswers.increment();
                finish(me, false);
            }
            return;
        }
        try {
            if (me.getStatus() == ExchangeStatus.DONE) {
                call.acknowledge(202);
            } else if (answer) {
                reply = me;
                deliver(me);
            } else {
                error(me.getError());
            }
        } catch (MessagingException | RuntimeException e) {
            fail("An answer could not be read", e);
        }
    }

    private void error(Exception cause) {
        Throwable root = cause;
        for (int depth = 0; root != null && depth < 8; depth++) {
            if (root instanceof BackEndException known) {
                refuse(known.code(), known.code().sentence(), OptionalLong.empty());
                return;
            }
            if (root instanceof TenantBoundaryException) {
                noSuchEndpoint();
                return;
            }
            if (root instanceof OverloadedException) {
                refuse(FaultCode.OVERLOADED, FaultCode.OVERLOADED.sentence(), OptionalLong.empty());
                return;
            }
            root = root.getCause();
        }
        fail("A component answered with an error", cause);
    }

    private void deliver(MessageExchange me) throws MessagingException {
        Fault fault = me.getFault();
        NormalizedMessage message = fault == null ? me.getMessage("out") : fault;
        if (message == null) {
            throw new MessagingException("the answer has neither out nor fault");
        }
        Source content = message.getContent();
        int status = status(message, fault != null);
        if (content == null) {
            call.acknowledge(fault == null ? 202 : status);
        } else if (content instanceof HttpBody answer && answer.loop() == call.loop()) {
            call.answer(status, headers(message), answer);
        } else {
            write(content, status, headers(message));
        }
    }

    /** SOAP has its own statuses (SOAP 1.1, section 6.2; SOAP 1.2 part 2, section 7.5.2.2); others pass. */
    private int status(NormalizedMessage message, boolean fault) {
        boolean given = message.getProperty(MessageProperties.STATUS) instanceof Integer;
        int status = given ? (Integer) message.getProperty(MessageProperties.STATUS) : fault ? 500 : 200;
        if (!endpoint.definition().soap()) {
            return status >= 200 && status < 600 ? status : 500;
        }
        if (fault) {
            return status == 400 && version == SoapVersion.SOAP_1_2 ? 400 : 500;
        }
        return 200;
    }

    private Headers headers(NormalizedMessage message) {
        Object given = message.getProperty(MessageProperties.HEADERS);
        if (given instanceof Headers ours && ours.containsKey("Content-Type")) {
            return ours;
        }
        Map<?, ?> map = given instanceof Map<?, ?> foreign ? foreign : Map.of();
        String type = version == null ? "application/octet-stream" : version.contentType();
        return services.answerHeaders().filter(map, type);
    }

    /** Content of other components, and bodies of other event loops: written out on a thread that may block. */
    private void write(Source content, int status, Headers headers) {
        SourceWriter writer = services.sources();
        try {
            writer.execute(() -> {
                HttpBody written = HttpBody.whole(call.loop());
                Exception failure = null;
                byte[] bytes = null;
                try {
                    bytes = writer.bytes(content);
                } catch (Exception e) {
                    failure = e;
                }
                byte[] result = bytes;
                Exception cause = failure;
                call.loop().loop().execute(() -> {
                    if (cause != null) {
                        fail("An answer could not be written", cause);
                    } else {
                        written.data(Unpooled.wrappedBuffer(result));
                        written.end();
                        call.answer(status, headers, written);
                    }
                });
            });
        } catch (RejectedExecutionException e) {
            refuse(FaultCode.OVERLOADED, FaultCode.OVERLOADED.sentence(), OptionalLong.empty());
        }
    }

    // ---- the end

    @Override
    public void tick(long now) {
        if (stage == Stage.OVER) {
            if (now - deadline > 0) {
                letGo();
            }
        } else if (exchange != null && now - deadline > 0) {
            exchange = null;
            refuse(FaultCode.BACKEND_TIMEOUT, FaultCode.BACKEND_TIMEOUT.sentence(), OptionalLong.empty());
        }
    }

    private void fail(String what, Throwable cause) {
        UUID id = correlationId();
        LOG.error("{} (correlation {}).", what, id, cause);
        answer(FaultCode.INTERNAL, FaultCode.INTERNAL.sentence(), OptionalLong.empty(), id);
    }

    private void refuse(FaultCode code, String sentence, OptionalLong retryAfterMillis) {
        UUID id = correlationId();
        if (LOG.isDebugEnabled()) {
            LOG.debug(
                    "A request of {} for {} is refused with {}: {} (correlation {}).",
                    caller == null ? call.source() : caller,
                    call.path(),
                    code,
                    sentence,
                    id);
        }
        answer(code, sentence, retryAfterMillis, id);
    }

    private void answer(FaultCode code, String sentence, OptionalLong retryAfterMillis, UUID id) {
        services.counters().fault(code);
        if (version == null) {
            call.refuse(code == FaultCode.BACKEND_TIMEOUT ? 504 : code == FaultCode.INTERNAL ? 500 : 503);
            return;
        }
        call.answer(
                code.httpStatus(version),
                services.contentType(),
                version.contentType(),
                SoapFaults.of(version, code, sentence, retryAfterMillis, id));
    }

    @Override
    public void over(boolean answered) {
        stage = Stage.OVER;
        gathered.release();
        releaseHeld();
        MessageExchange answeredExchange = reply;
        reply = null;
        if (body != null) {
            if (!answered) {
                body.abandon();
            }
            if (exchange == null || answered) {
                body.discard();
            } else {
                call.loop().add(this); // a component has it still: until it replies, but not for ever
            }
        }
        if (answeredExchange != null) {
            finish(answeredExchange, answered);
        }
    }

    private void letGo() {
        call.loop().remove(this);
        body.discard();
    }

    /** JSR-208, section 5.4.2: who got an answer says that it is done with it. */
    private void finish(MessageExchange me, boolean done) {
        try {
            if (me.getMessage("out") != null && me.getMessage("out").getContent() instanceof HttpBody out) {
                out.discardFromAnyThread();
            }
            if (me.getFault() != null && me.getFault().getContent() instanceof HttpBody out) {
                out.discardFromAnyThread();
            }
            if (done) {
                me.setStatus(ExchangeStatus.DONE);
            } else {
                me.setError(new BackEndException(FaultCode.INTERNAL, "the client did not wait for the answer"));
            }
            services.bus().send(me);
        } catch (MessagingException | RuntimeException e) {
            LOG.debug("An exchange could not be ended.", e);
        }
    }

    private static UUID correlationId() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long most = (random.nextLong() & ~0xF000L) | 0x4000L;
        long least = (random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
        return new UUID(most, least);
    }
}
