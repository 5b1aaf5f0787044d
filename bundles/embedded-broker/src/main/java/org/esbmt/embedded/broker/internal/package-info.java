/**
 * ActiveMQ, for the bus alone. Start from {@link org.esbmt.embedded.broker.internal.Messaging}, which decides between
 * {@link org.esbmt.embedded.broker.internal.EmbeddedBroker} and
 * {@link org.esbmt.embedded.broker.internal.ExternalBroker}.
 *
 * <p>Every message to the embedded broker passes {@link org.esbmt.embedded.broker.internal.BrokerAuthorization}, with
 * its {@link org.esbmt.embedded.broker.internal.Rights}, and {@link org.esbmt.embedded.broker.internal.MessageRules}.
 */
package org.esbmt.embedded.broker.internal;
