package org.esbmt.http.bc.internal;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.AttributeType;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Configuration of the HTTP binding component, PID {@code org.esbmt.http.bc}; {@code org.esbmt.http.bc.cfg} explains each key. */
@ObjectClassDefinition(name = "ESB-MT HTTP binding component")
public @interface HttpConfiguration {
    @AttributeDefinition(description = "Address on which tenants are served")
    String host() default "127.0.0.1";

    @AttributeDefinition(description = "Port on which tenants are served; 0 takes a free one")
    int port() default 8192;

    @AttributeDefinition(description = "Scheme, host and port under which clients know this bus, for WSDL documents")
    String public_url() default "";

    @AttributeDefinition(description = "Port on which tenants are served with TLS; -1 for none")
    int tls_port() default -1;

    @AttributeDefinition(description = "Key store (PKCS#12) with the key and certificate of this bus")
    String tls_keystore() default "";

    @AttributeDefinition(type = AttributeType.PASSWORD)
    String tls_keystore_password() default "";

    @AttributeDefinition(description = "Trust store (PKCS#12) for back ends; empty for the JDK's")
    String backend_truststore() default "";

    @AttributeDefinition(type = AttributeType.PASSWORD)
    String backend_truststore_password() default "";

    @AttributeDefinition(description = "Key store (PKCS#12) that identifies this bus to back ends")
    String backend_keystore() default "";

    @AttributeDefinition(type = AttributeType.PASSWORD)
    String backend_keystore_password() default "";

    @AttributeDefinition(description = "Event loops; 0 for one a core")
    int threads() default 0;

    @AttributeDefinition(description = "Bytes up to which a message is complete and checked before it goes on")
    int message_whole_bytes() default 65_536;

    @AttributeDefinition(
            description =
                    "Bytes of all messages together that are kept until their sender is known, 8 KiB of each not counted")
    long messages_gathered_bytes() default 134_217_728;

    @AttributeDefinition(
            description =
                    "Bytes of answers that components have put together for one tenant and clients have not taken yet, those of"
                            + " up to 64 KiB not counted")
    long tenant_answers_bytes() default 67_108_864;

    @AttributeDefinition(description = "Bytes of a message to a path whose endpoint is not known yet")
    long message_max_bytes() default 10_485_760;

    int xml_max_depth() default 64;

    int xml_max_attributes() default 100;

    int xml_max_attribute_bytes() default 8192;

    int xml_max_name_bytes() default 1024;

    int xml_max_namespaces() default 64;

    int xml_max_elements() default 200_000;

    int soap_max_header_bytes() default 65_536;

    int request_max_target_bytes() default 2048;

    int request_max_header_bytes() default 16_384;

    int request_max_header_fields() default 100;

    @AttributeDefinition(description = "Header fields that pass from clients to back ends, separated by commas")
    String request_headers() default "Accept,Accept-Language,User-Agent,traceparent,tracestate,X-Correlation-ID";

    @AttributeDefinition(description = "Header fields that pass from back ends to clients, separated by commas")
    String response_headers() default "Content-Language,Cache-Control,Retry-After,X-Correlation-ID";

    int connections_max() default 10_000;

    @AttributeDefinition(description = "Connections from one address; 0 for no limit")
    int connections_max_per_source() default 0;

    int idle_timeout_seconds() default 60;

    int header_timeout_seconds() default 10;

    int transfer_timeout_seconds() default 300;

    @AttributeDefinition(description = "Bytes a second")
    int transfer_min_rate() default 1024;

    int transfer_grace_seconds() default 10;

    @AttributeDefinition(description = "Time that requests in progress have when the component or a unit stops")
    int drain_timeout_seconds() default 10;

    @AttributeDefinition(description = "Time for which a node that is to take nothing new still takes messages")
    int drain_notice_seconds() default 10;

    @AttributeDefinition(description = "Connections of one tenant to one back end")
    int backend_max_connections() default 256;

    @AttributeDefinition(description = "Calls of one tenant that wait for a connection to one back end")
    int backend_max_waiting() default 1024;

    int backend_idle_timeout_seconds() default 4;

    @AttributeDefinition(
            description = "Exceptions from the egress rules: <tenant UUID or *>@<host>:<port>, separated by commas")
    String egress_allow() default "";

    @AttributeDefinition(description = "Ports that tenants may not connect to, separated by commas")
    String egress_denied_ports() default "5432,61616,61617,5671,5672,1099,44444,8101";
}
