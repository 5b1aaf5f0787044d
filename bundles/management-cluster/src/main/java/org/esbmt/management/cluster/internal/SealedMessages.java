package org.esbmt.management.cluster.internal;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.Optional;
import org.esbmt.management.api.message.Destinations;
import org.esbmt.management.api.message.Seal;
import org.esbmt.management.api.message.SealedText;

/** Converts between sealed texts and JMS messages. The seal is in properties of the message. */
final class SealedMessages {
    private SealedMessages() {}

    static Message write(Session session, SealedText sealed) throws JMSException {
        TextMessage message = session.createTextMessage(sealed.text());
        message.setStringProperty(Destinations.SEAL_KEY, sealed.seal().key());
        message.setStringProperty(Destinations.SEAL_CODE, sealed.seal().code());
        return message;
    }

    /** The sealed text; empty if the message has no text or no seal. Objects are never deserialized. */
    static Optional<SealedText> read(Message message) {
        try {
            String key = message.getStringProperty(Destinations.SEAL_KEY);
            String code = message.getStringProperty(Destinations.SEAL_CODE);
            if (message instanceof TextMessage withText && withText.getText() != null && key != null && code != null) {
                return Optional.of(new SealedText(withText.getText(), new Seal(key, code)));
            }
            return Optional.empty();
        } catch (JMSException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The text of a message, for an administrator. */
    static String text(Message message) {
        try {
            return message instanceof TextMessage withText && withText.getText() != null ? withText.getText() : "";
        } catch (JMSException e) {
            return "";
        }
    }
}
