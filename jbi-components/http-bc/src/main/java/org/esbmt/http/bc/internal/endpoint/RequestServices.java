package org.esbmt.http.bc.internal.endpoint;

import org.esbmt.http.bc.internal.wire.HeaderName;
import org.esbmt.http.bc.internal.wire.HeaderNames;
import org.esbmt.http.bc.internal.xml.XmlLimits;

/**
 * What every request needs of the component.
 *
 * @param limits for requests whose endpoint is not known yet
 * @param wholeBytes up to which a message is complete and checked before its exchange is sent
 */
record RequestServices(
        Bus bus,
        SenderAuthentication senders,
        Counters counters,
        HeaderNames answerHeaders,
        HeaderName contentType,
        XmlLimits limits,
        int wholeBytes,
        SourceWriter sources) {}
