package org.esbmt.http.bc.internal.endpoint;

import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.esbmt.http.api.edge.HttpCall;
import org.esbmt.http.bc.internal.backend.BackEndException;
import org.esbmt.http.bc.internal.soap.FaultCode;
import org.esbmt.http.bc.internal.soap.HeadResult;
import org.esbmt.http.bc.internal.soap.SoapFaults;
import org.esbmt.http.bc.internal.soap.SoapVersion;
import org.esbmt.jbi.container.api.ExchangeFailedException;
import org.esbmt.jbi.container.api.LogAllowance;
import org.esbmt.jbi.container.api.OverloadedException;
import org.esbmt.jbi.container.api.TenantBoundaryException;
import org.esbmt.tenancy.api.AuthenticatedCaller;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers calls with the bus's own faults: a SOAP fault, or a status if the message is not SOAP. The log gets a line
 * with the same correlation id. Must be called on the call's event loop.
 */
final class FaultAnswers {
    private static final Logger LOG = LoggerFactory.getLogger(FaultAnswers.class);
    private static final int MOST_CAUSES = 8;

    private FaultAnswers() {}

    /** The fault code for a component's error, by its innermost known cause; null if the bus has failed. */
    static FaultCode code(Throwable reported) {
        FaultCode broadly = null;
        Throwable cause = reported;
        for (int depth = 0; cause != null && depth < MOST_CAUSES; depth++) {
            if (cause instanceof BackEndException known) {
                return known.code();
            }
            if (cause instanceof TenantBoundaryException) {
                return FaultCode.NO_SUCH_ENDPOINT;
            }
            if (cause instanceof OverloadedException) {
                return FaultCode.OVERLOADED;
            }
            if (cause instanceof ExchangeFailedException failed) {
                broadly = switch (failed.reason()) {
                    case REFUSED -> FaultCode.MESSAGE_REFUSED;
                    case UNAVAILABLE -> FaultCode.BACKEND_UNAVAILABLE;
                    case TIMEOUT -> FaultCode.BACKEND_TIMEOUT;
                };
            }
            cause = cause.getCause();
        }
        return broadly;
    }

    /** The correlation id from the component's log, if there is one; else a new one. */
    static UUID correlation(Throwable reported) {
        Throwable cause = reported;
        for (int depth = 0; cause != null && depth < MOST_CAUSES; depth++) {
            if (cause instanceof ExchangeFailedException failed) {
                return failed.correlation();
            }
            cause = cause.getCause();
        }
        return correlationId();
    }

    /** The HTTP status for a message that is not SOAP. */
    static int plainStatus(FaultCode code) {
        return switch (code) {
            case BACKEND_TIMEOUT -> 504;
            case INTERNAL -> 500;
            case MESSAGE_REFUSED -> 400;
            default -> 503;
        };
    }

    /**
     * Answers a failure of the bus.
     *
     * @param version null if the message is not SOAP
     * @param lines the log allowance
     * @param failure for the operator; a sentence without its full stop
     */
    static void fail(
            HttpCall call,
            SoapVersion version,
            RequestServices services,
            LogAllowance lines,
            String failure,
            Throwable cause) {
        UUID id = correlationId();
        lines.error(LOG, () -> failure + " (correlation " + id + ").", cause);
        answer(call, version, services, FaultCode.INTERNAL, FaultCode.INTERNAL.sentence(), OptionalLong.empty(), id);
    }

    /**
     * Answers a refusal of the bus.
     *
     * @param version null if the message is not SOAP
     * @param sender null if the sender is unknown
     */
    static void refuse(
            HttpCall call,
            SoapVersion version,
            RequestServices services,
            AuthenticatedCaller sender,
            FaultCode code,
            String sentence,
            OptionalLong retryAfterMillis) {
        refuse(call, version, services, sender, code, sentence, retryAfterMillis, correlationId());
    }

    /**
     * Answers a refusal or failure of a component.
     *
     * @param lines the log allowance
     */
    static void error(
            HttpCall call,
            SoapVersion version,
            RequestServices services,
            LogAllowance lines,
            AuthenticatedCaller sender,
            Throwable reported) {
        FaultCode code = code(reported);
        if (code == null) {
            fail(call, version, services, lines, "A component answered with an error", reported);
        } else {
            refuse(call, version, services, sender, code, code.sentence(), OptionalLong.empty(), correlation(reported));
        }
    }

    /** Answers a fault that is in the log already, under the same correlation id. */
    static void refuse(
            HttpCall call,
            SoapVersion version,
            RequestServices services,
            AuthenticatedCaller sender,
            FaultCode code,
            UUID id) {
        refuse(call, version, services, sender, code, code.sentence(), OptionalLong.empty(), id);
    }

    /** Answers a refusal under a correlation id that a log may have, too. */
    static void refuse(
            HttpCall call,
            SoapVersion version,
            RequestServices services,
            AuthenticatedCaller sender,
            HeadResult.Refused refused,
            UUID id) {
        refuse(call, version, services, sender, refused.code(), refused.sentence(), OptionalLong.empty(), id);
    }

    private static void refuse(
            HttpCall call,
            SoapVersion version,
            RequestServices services,
            AuthenticatedCaller sender,
            FaultCode code,
            String sentence,
            OptionalLong retryAfterMillis,
            UUID id) {
        if (LOG.isDebugEnabled()) {
            LOG.debug(
                    "A request of {} for {} is refused with {}: {} (correlation {}).",
                    sender == null ? call.source() : sender,
                    call.path(),
                    code,
                    sentence,
                    id);
        }
        answer(call, version, services, code, sentence, retryAfterMillis, id);
    }

    private static void answer(
            HttpCall call,
            SoapVersion version,
            RequestServices services,
            FaultCode code,
            String sentence,
            OptionalLong retryAfterMillis,
            UUID id) {
        services.counters().fault(code);
        if (version == null) {
            call.refuse(plainStatus(code));
            return;
        }
        call.answer(
                code.httpStatus(version),
                services.contentType(),
                version.contentType(),
                SoapFaults.of(version, code, sentence, retryAfterMillis, id));
    }

    static UUID correlationId() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long most = (random.nextLong() & ~0xF000L) | 0x4000L;
        long least = (random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
        return new UUID(most, least);
    }
}
