package org.esbmt.http.bc.internal.unit;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The elements that an {@code xbean.xml} may have, and the attributes of each. */
enum XbeanVocabulary {
    CONSUMER("consumer", false),
    SOAP_CONSUMER("soap-consumer", true),
    PROVIDER("provider", false),
    SOAP_PROVIDER("soap-provider", true);

    static final String NAMESPACE = "http://servicemix.apache.org/http/1.0";

    static final String SERVICE = "service";
    static final String ENDPOINT = "endpoint";
    static final String INTERFACE_NAME = "interfaceName";
    static final String WSDL = "wsdl";
    static final String LOCATION_URI = "locationURI";
    static final String TARGET_SERVICE = "targetService";
    static final String TARGET_ENDPOINT = "targetEndpoint";
    static final String TARGET_INTERFACE = "targetInterface";
    static final String TARGET_OPERATION = "targetOperation";
    static final String DEFAULT_MEP = "defaultMep";
    static final String TIMEOUT = "timeout";
    static final String CLIENT_SO_TIMEOUT = "clientSoTimeout";
    static final String USE_JBI_WRAPPER = "useJbiWrapper";
    static final String VALIDATE_WSDL = "validateWsdl";
    // The following attributes are the bus's own; servicemix-http does not have them.
    static final String SOAP_VERSION = "soapVersion";
    static final String BODY_CHECK = "bodyCheck";
    static final String MAX_MESSAGE_BYTES = "maxMessageBytes";
    static final String ACCEPT = "accept";
    static final String PROTECT = "protect";
    static final String ANSWER = "answer";
    static final String TOLERATE = "tolerate";
    static final String SECURE = "secure";
    static final String CREDENTIAL = "credential";
    static final String RECIPIENT = "recipient";
    static final String EXPECT = "expect";
    static final String PARTNER = "partner";
    static final String CLIENT_CERTIFICATE = "client-certificate";
    static final String AUTHORITY = "authority";
    static final String CONNECT_TIMEOUT_MILLIS = "connectTimeoutMillis";
    static final String READ_TIMEOUT_MILLIS = "readTimeoutMillis";

    private static final Set<String> BOTH =
            Set.of(SERVICE, ENDPOINT, INTERFACE_NAME, WSDL, LOCATION_URI, BODY_CHECK, MAX_MESSAGE_BYTES, SOAP_VERSION);
    private static final Set<String> OF_CONSUMERS = Set.of(
            TARGET_SERVICE,
            TARGET_ENDPOINT,
            TARGET_INTERFACE,
            TARGET_OPERATION,
            DEFAULT_MEP,
            TIMEOUT,
            ACCEPT,
            PROTECT,
            ANSWER,
            TOLERATE);
    private static final Set<String> OF_PROVIDERS = Set.of(
            CLIENT_SO_TIMEOUT,
            CONNECT_TIMEOUT_MILLIS,
            READ_TIMEOUT_MILLIS,
            SECURE,
            CREDENTIAL,
            CLIENT_CERTIFICATE,
            AUTHORITY);
    private static final Set<String> OF_SOAP_PROVIDERS = Set.of(RECIPIENT, EXPECT, PARTNER, TOLERATE);
    private static final Set<String> OF_SOAP = Set.of(USE_JBI_WRAPPER, VALIDATE_WSDL);

    private static final String CLASSES = "it names code, and a unit brings none";
    private static final String KEYS = "keys and secrets are those of the tenant, by their names";
    private static final String EGRESS = "ways out of the bus are configuration of the bus";
    private static final String COMPRESSION = "the bus does not compress";

    /** Names of servicemix-http that this component does not support, with the reason for the author. */
    private static final Map<String, String> NOT_HERE = Map.ofEntries(
            Map.entry("marshaler", CLASSES),
            Map.entry("policies", CLASSES),
            Map.entry("component", CLASSES),
            Map.entry("lateResponseStrategy", "a late answer is counted and never delivered"),
            Map.entry("authMethod", "the proofs of senders are in accept"),
            Map.entry("ssl", KEYS),
            Map.entry("basicAuthentication", KEYS),
            Map.entry("principal", KEYS),
            Map.entry("credentials", KEYS),
            Map.entry("proxyHost", EGRESS),
            Map.entry("proxyPort", EGRESS),
            Map.entry("proxyUsername", EGRESS),
            Map.entry("proxyPassword", EGRESS),
            Map.entry("maxConnectionsPerAddress", EGRESS),
            Map.entry("providerExpirationTime", "the deadline is " + READ_TIMEOUT_MILLIS),
            Map.entry("targetUri", "the target is a service and endpoint of the bus"),
            Map.entry("gzipRequest", COMPRESSION),
            Map.entry("expectGzippedResponse", COMPRESSION));

    private final String element;
    private final boolean soap;

    XbeanVocabulary(String element, boolean soap) {
        this.element = element;
        this.soap = soap;
    }

    static Optional<XbeanVocabulary> of(String localName) {
        for (XbeanVocabulary v : values()) {
            if (v.element.equals(localName)) {
                return Optional.of(v);
            }
        }
        return Optional.empty();
    }

    boolean soap() {
        return soap;
    }

    boolean consumer() {
        return this == CONSUMER || this == SOAP_CONSUMER;
    }

    boolean knows(String attribute) {
        return BOTH.contains(attribute)
                || (consumer() ? OF_CONSUMERS : OF_PROVIDERS).contains(attribute)
                || (soap && OF_SOAP.contains(attribute))
                || (this == SOAP_PROVIDER && OF_SOAP_PROVIDERS.contains(attribute));
    }

    /** The sentence for an unknown attribute. */
    String unknown(String attribute) {
        String reason = NOT_HERE.get(attribute);
        if (reason != null) {
            return this + " does not take the attribute '" + attribute + "' here: " + reason;
        }
        Set<String> known = new TreeSet<>(BOTH);
        known.addAll(consumer() ? OF_CONSUMERS : OF_PROVIDERS);
        if (soap) {
            known.addAll(OF_SOAP);
        }
        if (this == SOAP_PROVIDER) {
            known.addAll(OF_SOAP_PROVIDERS);
        }
        return this + " does not know the attribute '" + attribute + "'; it knows " + String.join(", ", known);
    }

    /** All elements, for sentences. */
    static String all() {
        return "http:consumer, http:soap-consumer, http:provider, http:soap-provider";
    }

    @Override
    public String toString() {
        return "http:" + element;
    }
}
