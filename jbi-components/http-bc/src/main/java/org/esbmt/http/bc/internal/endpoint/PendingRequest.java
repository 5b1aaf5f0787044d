package org.esbmt.http.bc.internal.endpoint;

import io.netty.buffer.ByteBuf;
import java.util.Optional;
import java.util.OptionalLong;
import javax.jbi.messaging.ExchangeStatus;
import javax.jbi.messaging.MessageExchange;
import javax.jbi.messaging.MessagingException;
import javax.jbi.messaging.NormalizedMessage;
import javax.xml.transform.Source;
import org.esbmt.content.api.BytesSource;
import org.esbmt.http.api.body.HttpBody;
import org.esbmt.http.api.edge.CallReceiver;
import org.esbmt.http.api.edge.HttpCall;
import org.esbmt.http.api.loop.Ticker;
import org.esbmt.http.api.loop.Timed;
import org.esbmt.http.api.wire.Headers;
import org.esbmt.http.api.wire.HeadersTooLargeException;
import org.esbmt.http.bc.internal.soap.FaultCode;
import org.esbmt.http.bc.internal.soap.HeadResult;
import org.esbmt.http.bc.internal.soap.SoapVersion;
import org.esbmt.http.bc.internal.unit.SenderPolicy.Protection;
import org.esbmt.jbi.container.api.LogAllowance;
import org.esbmt.jbi.container.api.MessageProperties;
import org.esbmt.jbi.container.api.NoSuchEndpointException;
import org.esbmt.jbi.container.api.OverloadedException;
import org.esbmt.jbi.container.api.TenantBoundaryException;
import org.esbmt.management.api.traffic.Outcome;
import org.esbmt.message.security.api.SecurityRefusedException;
import org.esbmt.message.security.api.SessionRequest;
import org.esbmt.tenancy.api.AuthenticatedCaller;

/**
 * One request of a client, from its head to the end of its answer, with all state of its exchange. Confined to the
 * event loop of the client's connection, to which an answer from another thread is passed. The answer, a fault, the
 * deadline or the client's disconnect completes the request, whichever is first. A later answer is counted and never
 * delivered.
 *
 * <p>A message of up to {@link RequestServices#wholeBytes} is received and checked to its end before its exchange is
 * sent. The pieces of a larger one go on once they are checked.
 */
final class PendingRequest implements CallReceiver, Timed, SenderCheck.Waiting {
    /** The property of the exchange that holds its request. */
    static final String PROPERTY = "org.esbmt.http.pending";

    private enum Stage {
        /** Keeps the pieces until the sender is known, and the message is complete or too large to be kept whole. */
        GATHERING,
        /** The exchange is sent, the body still arrives. */
        STREAMING,
        /** The exchange is sent, the body is complete. */
        SENT,
        /** The request is answered, or the client has disconnected. */
        OVER
    }

    private final HttpCall call;
    private final Candidates candidates;
    private final RequestServices services;
    private final SoapVersion version;
    private IncomingMessage message;
    private SenderCheck senderCheck; // null for a message with a password alone

    private Stage stage = Stage.GATHERING;
    private boolean senderAsked;
    private AuthenticatedCaller caller;
    private ConsumerEndpoint addressed; // of the sender's tenant, before it accepts
    private ConsumerEndpoint endpoint; // counts this request
    private Outcome outcome;
    private long sent;
    private long latency = RequestMeter.NONE;
    private HttpBody body;
    private MessageExchange exchange;
    private MessageExchange reply;
    private long deadline;
    private Ticker grace;

    private PendingRequest(HttpCall call, Candidates candidates, RequestServices services, IncomingMessage message) {
        this.call = call;
        this.candidates = candidates;
        this.services = services;
        this.message = message;
        this.version = message.version();
    }

    /**
     * Takes a tenant's request, or a plain one, or answers with a refusal.
     *
     * @param mostBytes the largest body, as far as that is known without the sender
     */
    static void begin(HttpCall call, Candidates candidates, long mostBytes, RequestServices services) {
        Optional<IncomingMessage> message =
                call.isContentEncoded() ? Optional.empty() : IncomingMessage.of(call, candidates.plain(), services);
        if (message.isEmpty()) {
            call.refuse(415);
            return;
        }
        PendingRequest request = new PendingRequest(call, candidates, services, message.get());
        if (request.version == null) {
            request.endpoint = candidates.plain().accept();
            if (request.endpoint == null) {
                call.refuse(404); // closed since the routes were read
                return;
            }
        }
        if (!call.receive(request, mostBytes)) {
            request.leave();
        }
    }

    // ---- the request's body

    @Override
    public void data(ByteBuf piece) {
        switch (stage) {
            case GATHERING -> {
                if (isGood(message.gather(piece))) {
                    if (message.headRead() && !senderAsked) {
                        senderAsked = true;
                        askForSender();
                    } else {
                        sendIfReady();
                    }
                }
            }
            case STREAMING -> {
                Optional<HeadResult.Refused> refused = message.pass(piece, body);
                if (refused.isPresent()) {
                    breakOff(refused.get());
                } else if (stage != Stage.STREAMING) {
                    message.release(); // the back end failed on the former piece
                }
            }
            case SENT, OVER -> piece.release();
        }
    }

    /** Answers a refusal, if there is one; returns true if there is none. */
    private boolean isGood(Optional<HeadResult.Refused> refused) {
        if (refused.isPresent()) {
            refuse(refused.get().code(), refused.get().sentence(), OptionalLong.empty());
        }
        return refused.isEmpty();
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
            if (isGood(message.end()) && (senderCheck == null || !senderCheck.end())) {
                sendIfReady();
            }
        } else if (stage == Stage.STREAMING) {
            Optional<HeadResult.Refused> refused = message.end();
            if (refused.isPresent()) {
                breakOff(refused.get());
                return;
            }
            stage = Stage.SENT;
            message.passLast(body);
            body.end();
        }
    }

    /** Breaks off a bad message that is already on its way, so that the back end does not see its end. */
    private void breakOff(HeadResult.Refused refused) {
        RefusedMessageException reason = new RefusedMessageException(refused);
        body.explain(reason);
        outcome = RequestMeter.outcome(refused.code());
        // First, because the back end's failure is an answer, too.
        FaultAnswers.refuse(call, version, services, caller, refused, reason.correlation());
        message.release();
        body.abort(reason);
    }

    @Override
    public void aborted(Throwable cause) {
        if (stage == Stage.STREAMING) {
            message.release();
            stage = Stage.SENT;
            body.abort(cause);
        }
    }

    // ---- the sender

    private void askForSender() {
        ConsumerEndpoint plain = candidates.plain();
        if (plain != null) {
            if (takesVersion(plain)) {
                accept(plain); // a TenantContext, if there is one, has no meaning here
            }
            return;
        }
        senderCheck = SenderCheck.of(message, call, candidates, services, this);
        if (senderCheck == null) {
            services.senders().prove(message.credential(), call, this);
        } else {
            senderCheck.begin();
        }
    }

    @Override
    public void opened(IncomingMessage plain) {
        message = plain;
    }

    @Override
    public void refused(HeadResult.Refused refusal) {
        if (stage == Stage.GATHERING) {
            refuse(refusal.code(), refusal.sentence(), OptionalLong.empty());
        }
    }

    @Override
    public void proven(AuthenticatedCaller sender) {
        if (stage != Stage.GATHERING) {
            return; // the client has disconnected
        }
        caller = sender;
        addressed = candidates.of(sender.principal());
        if (addressed == null) {
            refuse(FaultCode.NO_SUCH_ENDPOINT);
        } else if (senderCheck != null) {
            senderCheck.hold(addressed.definition().senders());
        } else if (addressed.takesPassword()) {
            taken();
        } else {
            refuse(FaultCode.SECURITY_INVALID);
        }
    }

    @Override
    public void taken() {
        if (stage != Stage.GATHERING) {
            return; // the client has disconnected
        }
        if (takesVersion(addressed)
                && call.limit(addressed.maxMessageBytes())
                && isGood(message.holdTo(addressed.bodyCheck(), addressed.maxMessageBytes()))) {
            accept(addressed);
        }
    }

    private void accept(ConsumerEndpoint asked) {
        endpoint = asked.accept();
        if (endpoint == null) {
            refuse(FaultCode.NO_SUCH_ENDPOINT); // closed since the request began
        } else if (senderCheck == null || !isForBus()) {
            sendIfReady();
        }
    }

    /** Returns true for a request for a session, which the bus answers itself. */
    private boolean isForBus() {
        try {
            Optional<SessionRequest> request =
                    senderCheck.sessionRequest(endpoint.definition().senders());
            request.ifPresent(asked -> services.protection()
                    .answer(asked, caller, senderCheck.session(), call.loop(), this::sessionAnswered));
            return request.isPresent();
        } catch (SecurityRefusedException e) {
            services.protection().refused(caller.principal().tenant(), e.getMessage());
            refuse(FaultCode.SECURITY_INVALID);
        } catch (OverloadedException e) {
            notDelivered(FaultCode.OVERLOADED, e.getMessage());
        }
        return true;
    }

    private void sessionAnswered(byte[] answer, Throwable failure) {
        if (stage != Stage.GATHERING) {
            return; // the client has disconnected
        }
        if (failure == null) {
            outcome = Outcome.ANSWERED;
            call.answer(200, services.contentType(), version.contentType(), answer);
        } else {
            notWritten(failure);
        }
    }

    private boolean takesVersion(ConsumerEndpoint asked) {
        boolean takes = asked.takes(version);
        if (!takes) {
            refuse(FaultCode.VERSION_MISMATCH, "The endpoint takes another version of SOAP.", OptionalLong.empty());
        }
        return takes;
    }

    @Override
    public void notProven(FaultCode code, OptionalLong retryAfterMillis) {
        if (stage == Stage.GATHERING) {
            refuse(code, code.sentence(), retryAfterMillis);
        }
    }

    @Override
    public void notAnswered(Throwable cause) {
        if (stage == Stage.GATHERING) {
            fail("The authenticator failed without an outcome", cause);
        }
    }

    // ---- the exchange

    private void sendIfReady() {
        if (stage != Stage.GATHERING || endpoint == null) {
            return;
        }
        if (message.isComplete()) {
            stage = Stage.SENT;
            body = HttpBody.whole(call.loop());
            message.moveTo(body);
            body.end();
            send();
        } else if (message.size() > services.wholeBytes()) {
            stage = Stage.STREAMING;
            body = new HttpBody(call.loop(), call, message.lengthOnward(call.contentLength()));
            message.moveTo(body);
            send();
        }
    }

    private void send() {
        sent = System.nanoTime();
        deadline = sent + endpoint.timeoutNanos();
        try {
            MessageExchange me = services.bus().exchange(endpoint.mep());
            NormalizedMessage in = me.createMessage();
            in.setContent(body);
            if (caller != null) {
                in.setSecuritySubject(caller.subject());
                in.setProperty(MessageProperties.TENANT, caller.tenantText());
                in.setProperty(MessageProperties.USER, caller.userText());
            }
            in.setProperty(MessageProperties.HEADERS, call.headers());
            me.setMessage(in, "in");
            endpoint.address(me);
            me.setProperty(PROPERTY, this);
            exchange = me;
            services.bus().send(me);
        } catch (NoSuchEndpointException e) {
            notTaken(FaultCode.BACKEND_UNAVAILABLE, e.reason());
        } catch (TenantBoundaryException e) {
            notTaken(FaultCode.NO_SUCH_ENDPOINT, e.getMessage());
        } catch (OverloadedException e) {
            notTaken(FaultCode.OVERLOADED, e.getMessage());
        } catch (MessagingException | RuntimeException e) {
            exchange = null;
            fail("A message could not be sent into the bus", e);
        }
    }

    private void notTaken(FaultCode code, String reason) {
        exchange = null;
        outcome = RequestMeter.outcome(code);
        FaultAnswers.refuse(call, version, services, caller, code, endpoint.notTaken(reason));
    }

    /** Receives the provider's answer; thread-safe. */
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
            releaseBody();
            if (answer) {
                services.counters().lateAnswers.increment();
                ExchangeAnswer.finish(me, false, services.bus());
            }
            return;
        }
        latency = System.nanoTime() - sent;
        try {
            if (me.getStatus() == ExchangeStatus.DONE) {
                outcome = Outcome.ANSWERED;
                call.acknowledge(202);
            } else if (answer) {
                reply = me;
                deliver(me);
            } else {
                fault(me.getError());
            }
        } catch (HeadersTooLargeException e) {
            refuse(FaultCode.BACKEND_UNAVAILABLE);
        } catch (MessagingException | RuntimeException e) {
            fail("An answer could not be read", e);
        }
    }

    private void fault(Exception error) {
        FaultCode code = FaultAnswers.code(error);
        outcome = code == null ? Outcome.BUS : RequestMeter.outcome(code); // before the answer, which may be the end
        FaultAnswers.error(call, version, services, failureLines(), caller, error);
    }

    private void deliver(MessageExchange me) throws MessagingException, HeadersTooLargeException {
        boolean fault = me.getFault() != null;
        outcome = fault ? Outcome.FAULT : Outcome.ANSWERED;
        NormalizedMessage out = ExchangeAnswer.message(me);
        Source content = out.getContent();
        int status = ExchangeAnswer.status(out, fault, endpoint.soap(), version);
        if (content == null) {
            call.acknowledge(fault ? status : 202);
            return;
        }
        Headers headers = ExchangeAnswer.headers(out, services.answerHeaders(), version);
        Protection protection = endpoint.answerProtection();
        if (protection != Protection.NONE) {
            AuthenticatedCaller recipient = caller;
            SenderSession session = senderCheck == null ? null : senderCheck.session();
            Optional<String> confirmed = senderCheck == null ? Optional.empty() : senderCheck.signature();
            write(content, status, headers, bytes -> services.protection()
                    .secure(bytes, protection, recipient, session, confirmed));
        } else if (content instanceof HttpBody answer && answer.loop() == call.loop()) {
            call.answer(status, headers, answer);
        } else if (content instanceof BytesSource bytes) {
            HttpBody whole = HttpBody.of(bytes, call.loop());
            answer(status, headers, whole, () -> services.answers().admit(endpoint.owner(), whole));
        } else {
            write(content, status, headers, SourceWriter.Rewriting.NONE);
        }
    }

    private void answer(int status, Headers headers, HttpBody whole, Runnable admit) {
        try {
            admit.run();
        } catch (OverloadedException e) {
            notDelivered(FaultCode.OVERLOADED, e.getMessage());
            return;
        }
        call.answer(status, headers, whole);
    }

    private void notDelivered(FaultCode code, String reason) {
        outcome = RequestMeter.outcome(code);
        FaultAnswers.refuse(call, version, services, caller, code, endpoint.notDelivered(reason));
    }

    /** Writes content of other components, and bodies of other event loops, on a thread that may block. */
    private void write(Source content, int status, Headers headers, SourceWriter.Rewriting rewriting) {
        try {
            services.sources()
                    .write(
                            endpoint.owner(),
                            content,
                            rewriting,
                            call.loop(),
                            endpoint.timeoutNanos(),
                            written -> answer(status, headers, written, () -> services.answers()
                                    .admitCounted(endpoint.owner(), written)),
                            this::notWritten);
        } catch (OverloadedException e) {
            notDelivered(FaultCode.OVERLOADED, e.getMessage());
        }
    }

    private void notWritten(Throwable cause) {
        FaultCode code = FaultAnswers.code(cause);
        if (cause instanceof MessageProtection.NotSecuredException) {
            notDelivered(FaultCode.INTERNAL, cause.getMessage());
        } else if (code == null) {
            fail("An answer could not be written", cause);
        } else {
            notDelivered(code, cause.getMessage());
        }
    }

    // ---- the end

    @Override
    public void tick(long now) {
        if (stage == Stage.OVER) {
            if (now - deadline > 0) {
                releaseBody();
            }
        } else if (exchange != null && now - deadline > 0) {
            exchange = null;
            latency = now - sent;
            refuse(FaultCode.BACKEND_TIMEOUT);
        } else if (exchange != null && endpoint.requestsEnd()) {
            exchange = null;
            refuse(FaultCode.BACKEND_UNAVAILABLE);
        }
    }

    private void fail(String failure, Throwable cause) {
        outcome = Outcome.BUS;
        FaultAnswers.fail(call, version, services, failureLines(), failure, cause);
    }

    private LogAllowance failureLines() {
        return endpoint == null ? services.failureLines() : endpoint.failureLines();
    }

    private void refuse(FaultCode code) {
        refuse(code, code.sentence(), OptionalLong.empty());
    }

    private void refuse(FaultCode code, String sentence, OptionalLong retryAfterMillis) {
        outcome = RequestMeter.outcome(code);
        FaultAnswers.refuse(call, version, services, caller, code, sentence, retryAfterMillis);
    }

    @Override
    public void over(boolean answered) {
        stage = Stage.OVER;
        message.release();
        MessageExchange answeredExchange = reply;
        reply = null;
        if (body != null) {
            if (!answered || (exchange == null && answeredExchange == null)) {
                body.abandon(); // also after a timeout: otherwise a back end that continues to send would keep its
                // connection
            }
            if (exchange == null || answered) {
                body.discard();
            } else {
                grace = call.loop().ticker(this); // a component still has it: until its reply, but for a limited time
                grace.start();
            }
        }
        if (answeredExchange != null) {
            if (!answered && ExchangeAnswer.brokeOff(answeredExchange)) {
                outcome = Outcome.BACK_END;
            }
            ExchangeAnswer.finish(answeredExchange, answered, services.bus());
        }
        count(answered);
        leave();
    }

    /** Counts the outcome for the endpoint; without one for the sender's tenant, or at the tenant's address. */
    private void count(boolean answered) {
        ConsumerEndpoint of = endpoint == null ? addressed : endpoint;
        int loop = call.loop().index();
        if (of != null) {
            of.meter().count(loop, outcomeOf(answered), latency);
        } else if (caller != null) {
            services.meters().withoutEndpoint(caller.principal().tenant()).count(loop, outcomeOf(answered), latency);
        } else if (candidates.only() != null) {
            candidates.only().meter().count(loop, Outcome.STRANGER, RequestMeter.NONE);
        }
    }

    /** Without a decision here the edge has refused the body, or the client has left. */
    private Outcome outcomeOf(boolean answered) {
        boolean left = !answered && (outcome == Outcome.ANSWERED || outcome == Outcome.FAULT);
        return outcome == null || left ? Outcome.SENDER : outcome;
    }

    private void leave() {
        if (endpoint != null) {
            endpoint.requests().leave();
        }
    }

    private void releaseBody() {
        if (grace != null) {
            grace.stop();
        }
        body.discard();
    }
}
