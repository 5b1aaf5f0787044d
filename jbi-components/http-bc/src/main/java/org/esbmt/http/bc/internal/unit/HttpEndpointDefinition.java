package org.esbmt.http.bc.internal.unit;

import java.util.Optional;
import javax.xml.namespace.QName;
import org.esbmt.http.bc.internal.soap.BodyCheck;
import org.esbmt.http.bc.internal.soap.SoapVersion;

/** One endpoint as written by the author of a service unit, checked as far as the unit alone permits. */
public sealed interface HttpEndpointDefinition permits ConsumerDefinition, ProviderDefinition {
    /** The largest message of any endpoint, whatever its unit specifies. */
    long MOST_MESSAGE_BYTES = 1L << 30;

    /** Returns true for a {@code soap-consumer} or {@code soap-provider}. */
    boolean soap();

    QName service();

    String endpoint();

    Optional<QName> interfaceName();

    /** The SOAP version of its binding; empty for either version. */
    Optional<SoapVersion> soapVersion();

    /** The WSDL document, relative to the unit's root folder; it exists and lies inside. */
    Optional<String> wsdl();

    BodyCheck bodyCheck();

    /** The size of the largest accepted message, in bytes. */
    long maxMessageBytes();

    /** Its line in {@code xbean.xml}, for messages. */
    int line();
}
