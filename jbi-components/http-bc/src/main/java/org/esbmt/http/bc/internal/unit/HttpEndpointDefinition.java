package org.esbmt.http.bc.internal.unit;

import java.util.Optional;
import javax.xml.namespace.QName;
import org.esbmt.http.bc.internal.soap.BodyCheck;
import org.esbmt.http.bc.internal.soap.SoapVersion;

/** One endpoint as the author of a service unit wrote it, checked as far as the unit alone can tell. */
public sealed interface HttpEndpointDefinition permits ConsumerDefinition, ProviderDefinition {
    /** More than this no endpoint takes, whatever its unit asks for. */
    long MOST_MESSAGE_BYTES = 1L << 30;

    /** Whether it was written as {@code soap-consumer} or {@code soap-provider}. */
    boolean soap();

    QName service();

    String endpoint();

    Optional<QName> interfaceName();

    /** The SOAP version it is bound to; either one where this is empty. */
    Optional<SoapVersion> soapVersion();

    /** The WSDL document, relative to the unit's root folder; it exists and lies inside. */
    Optional<String> wsdl();

    BodyCheck bodyCheck();

    /** Bytes of the largest message it takes. */
    long maxMessageBytes();

    /** Where it stands in {@code xbean.xml}, for messages. */
    int line();
}
