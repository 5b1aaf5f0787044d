package org.esbmt.http.bc.internal.unit;

import static java.util.Objects.requireNonNull;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.esbmt.http.bc.internal.soap.BodyCheck;
import org.esbmt.http.bc.internal.soap.SoapVersion;

/**
 * {@code http:provider} and {@code http:soap-provider}: takes exchanges and calls a back end.
 *
 * @param location the back end: http or https with a host, without user information and fragment
 * @param connectTimeout the time until the connection is established
 * @param readTimeout the time from the request's last byte to the answer's first, and between two pieces of the answer
 */
public record ProviderDefinition(
        boolean soap,
        QName service,
        String endpoint,
        Optional<QName> interfaceName,
        URI location,
        Duration connectTimeout,
        Duration readTimeout,
        Optional<SoapVersion> soapVersion,
        Optional<String> wsdl,
        BodyCheck bodyCheck,
        long maxMessageBytes,
        ProviderSecurity security,
        int line)
        implements HttpEndpointDefinition {
    public ProviderDefinition {
        requireNonNull(service, "service");
        requireNonNull(endpoint, "endpoint");
        requireNonNull(interfaceName, "interfaceName");
        requireNonNull(location, "location");
        requireNonNull(connectTimeout, "connectTimeout");
        requireNonNull(readTimeout, "readTimeout");
        requireNonNull(soapVersion, "soapVersion");
        requireNonNull(wsdl, "wsdl");
        requireNonNull(bodyCheck, "bodyCheck");
        requireNonNull(security, "security");
    }
}
