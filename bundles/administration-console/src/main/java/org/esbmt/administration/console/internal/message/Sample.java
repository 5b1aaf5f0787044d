package org.esbmt.administration.console.internal.message;

import static java.util.Objects.requireNonNull;

/**
 * An example of a message.
 *
 * @param operation its name in the WSDL; empty without a WSDL
 * @param action the value of SOAPAction
 * @param envelope with {@link Envelope#PLACE}
 */
public record Sample(String operation, String action, String envelope) {
    public Sample {
        requireNonNull(operation, "operation");
        requireNonNull(action, "action");
        requireNonNull(envelope, "envelope");
    }

    /** The example of an endpoint without a WSDL. */
    public static Sample withoutWsdl() {
        return new Sample("", "", SoapVersion.SOAP_1_1.envelope("<!-- the message of the service -->"));
    }
}
