package org.esbmt.http.bc.internal.unit;

import java.util.Optional;
import javax.xml.namespace.QName;
import org.esbmt.http.bc.internal.soap.BodyCheck;
import org.esbmt.http.bc.internal.soap.SoapVersion;

/** One endpoint as the author of a service unit wrote it, checked as far as the unit alone can tell. */
public sealed interface HttpEndpointDefinition permits ConsumerDefinition, ProviderDefinition {
    /** The most bytes that any endpoint takes, whatever its unit asks for. */
    long MOST_MESSAGE_BYTES = 1L << 30;

    /** Whether it was written as {@code soap-consumer} or {@code soap-provider}. */
    boolean soap();

    QName service();

    String endpoint();

    Optional<QName> interfaceName();

    /** The SOAP version that it is bound to; empty for either one. */
    Optional<SoapVersion> soapVersion();

    /** The WSDL document, relative to the unit's root folder; it exists and lies inside. */
    Optional<String> wsdl();

    BodyCheck bodyCheck();

    /** Bytes of the largest message it takes. */
    long maxMessageBytes();

    /** Its line in {@code xbean.xml}, for messages. */
    int line();
}
