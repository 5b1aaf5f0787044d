package org.esbmt.http.bc.internal.endpoint;

import org.esbmt.http.api.wire.HeaderName;
import org.esbmt.http.api.wire.HeaderNames;
import org.esbmt.jbi.container.api.LogAllowance;
import org.esbmt.xml.api.XmlLimits;

/**
 * Services of the component for every request.
 *
 * @param protection opens signed messages and secures answers
 * @param limits for the heads of requests whose endpoint is not known yet
 * @param sharedUrlBytes the largest message at the URL that all tenants share, whatever the limit of its endpoint
 * @param gatheredBytesOfLoop the bytes of messages without a known sender on one event loop
 * @param answers room for answers of components, until clients have taken them
 * @param failureLines the log allowance for requests whose endpoint is unknown
 * @param wholeBytes the size up to which a message is complete and checked before its exchange is sent
 */
record RequestServices(
        BindingChannel bus,
        SenderAuthentication senders,
        MessageProtection protection,
        Counters counters,
        RequestMeters meters,
        HeaderNames answerHeaders,
        HeaderName contentType,
        XmlLimits limits,
        long sharedUrlBytes,
        long gatheredBytesOfLoop,
        AnswerRoom answers,
        int wholeBytes,
        SourceWriter sources,
        LogAllowance failureLines,
        Departure departure) {}
