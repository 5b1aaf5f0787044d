package org.esbmt.http.bc.internal.unit;

import static java.util.Objects.requireNonNull;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.esbmt.http.bc.internal.soap.BodyCheck;
import org.esbmt.http.bc.internal.soap.SoapVersion;

/**
 * {@code http:consumer} and {@code http:soap-consumer}: takes HTTP requests and sends exchanges.
 *
 * @param location its own address: {@code http://host:port/path} or {@code https://...}. Present for plain units and
 *     absent for those of tenants, whose address follows from tenant, service and endpoint
 * @param timeout for the whole exchange
 */
public record ConsumerDefinition(
        boolean soap,
        QName service,
        String endpoint,
        Optional<QName> interfaceName,
        ExchangeTarget target,
        Mep defaultMep,
        Optional<URI> location,
        Duration timeout,
        Optional<SoapVersion> soapVersion,
        Optional<String> wsdl,
        BodyCheck bodyCheck,
        long maxMessageBytes,
        SenderPolicy senders,
        int line)
        implements HttpEndpointDefinition {
    public ConsumerDefinition {
        requireNonNull(service, "service");
        requireNonNull(endpoint, "endpoint");
        requireNonNull(interfaceName, "interfaceName");
        requireNonNull(target, "target");
        requireNonNull(defaultMep, "defaultMep");
        requireNonNull(location, "location");
        requireNonNull(timeout, "timeout");
        requireNonNull(soapVersion, "soapVersion");
        requireNonNull(wsdl, "wsdl");
        requireNonNull(bodyCheck, "bodyCheck");
        requireNonNull(senders, "senders");
    }
}
