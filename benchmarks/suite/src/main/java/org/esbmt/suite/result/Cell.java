package org.esbmt.suite.result;

/**
 * The place of a window in the plan. Windows with equal cells differ in their rounds only.
 *
 * @param scenario {@code direct}, {@code cbr-body}, {@code cbr-soap-header}, {@code cbr-http-header}, {@code xslt}, {@code gateway},
 *     {@code tenancy}, {@code nodes}, {@code study-clients} or {@code study-sizes}
 * @param target {@code esbmt}, or a comparator: {@code backend}, {@code nginx}, {@code haproxy}, {@code servicemix-http},
 *     {@code camel-netty}, {@code camel-vertx}, {@code synapse}. {@code rsa-floor} is the
 *     work of RSA alone. A second build of the bus is {@code esbmt-old}.
 * @param message {@code buystocks} or {@code text}
 * @param sizeBytes the planned size of the envelope's body
 * @param connections connections of the generator, each with one request at a time in a closed loop
 * @param endpoints endpoints that take turns; each has a tenant of its own on {@code esbmt}, and none on a comparator
 * @param nodes nodes of the bus that share the load
 */
public record Cell(
        String scenario, String target, String message, int sizeBytes, int connections, int endpoints, int nodes) {}
