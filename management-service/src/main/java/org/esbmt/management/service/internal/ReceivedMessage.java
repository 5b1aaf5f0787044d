package org.esbmt.management.service.internal;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import java.util.Optional;
import org.esbmt.management.api.message.Destinations;
import org.esbmt.management.api.message.Seal;
import org.esbmt.management.api.message.SealedText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A message from the broker, possibly with the parts of an administration message.
 *
 * @param id the broker's message id
 * @param text empty if the message has no text
 * @param sealed empty if the message has no text, or no seal
 */
record ReceivedMessage(String id, String text, Optional<SealedText> sealed) {

    private static final Logger LOG = LoggerFactory.getLogger(ReceivedMessage.class);

    /**
     * Reads a JMS message. Objects are never deserialized. A message that the JMS client cannot read has no text,
     * because a retry would fail, too.
     */
    static ReceivedMessage of(Message message) {
        String id = "";
        try {
            id = Optional.ofNullable(message.getJMSMessageID()).orElse("");
            if (message instanceof TextMessage withText && withText.getText() != null) {
                String text = withText.getText();
                return new ReceivedMessage(id, text, seal(message).map(seal -> new SealedText(text, seal)));
            }
        } catch (JMSException e) {
            LOG.debug("The message {} cannot be read.", id, e);
        }
        return new ReceivedMessage(id, "", Optional.empty());
    }

    private static Optional<Seal> seal(Message message) throws JMSException {
        String key = message.getStringProperty(Destinations.SEAL_KEY);
        String code = message.getStringProperty(Destinations.SEAL_CODE);
        if (key == null || code == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Seal(key, code));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
