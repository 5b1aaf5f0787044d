package org.esbmt.administration.soap.internal.cxf;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import org.apache.cxf.attachment.HeaderSizeExceededException;
import org.apache.cxf.binding.soap.SoapFault;
import org.apache.cxf.io.CacheSizeExceededException;
import org.apache.cxf.logging.FaultListener;
import org.apache.cxf.message.Message;
import org.apache.cxf.transport.MessageObserver;
import org.esbmt.administration.http.api.LimitedBody;
import org.esbmt.administration.soap.internal.refusal.Refusal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a message that is refused or fails, in the place of CXF's own faults and log entries. Neither a text of CXF nor a
 * position of the parser is told, and only failures of the bus are logged.
 */
final class Refusals implements MessageObserver, FaultListener {
    private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);

    @Override
    public boolean faultOccurred(Exception exception, String description, Message message) {
        return false;
    }

    @Override
    public void onMessage(Message message) {
        Call.of(message).refused(refusal(message.getContent(Exception.class)));
    }

    static Refusal refusal(Exception failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof Refusal refusal) {
                return refusal;
            }
        }
        return failure instanceof SoapFault fault ? ofCxf(fault) : ofMessage(failure);
    }

    private static Refusal ofCxf(SoapFault fault) {
        return switch (fault.getFaultCode().getLocalPart()) {
            case "VersionMismatch" -> Refusal.versionMismatch();
            case "MustUnderstand" -> Refusal.notUnderstood(List.of());
            default -> ofMessage(fault);
        };
    }

    private static Refusal ofMessage(Exception failure) {
        if (isCausedBy(
                failure,
                LimitedBody.TooLongException.class,
                CacheSizeExceededException.class,
                HeaderSizeExceededException.class)) {
            return Refusal.tooLarge();
        }
        if (isCausedBy(failure, XMLStreamException.class, IOException.class)) {
            return Refusal.malformed();
        }
        LOG.error("A message to the SOAP API failed.", failure);
        return Refusal.internal();
    }

    private static boolean isCausedBy(Exception failure, Class<?>... types) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            Throwable one = cause;
            if (Arrays.stream(types).anyMatch(type -> type.isInstance(one))) {
                return true;
            }
        }
        return false;
    }
}
