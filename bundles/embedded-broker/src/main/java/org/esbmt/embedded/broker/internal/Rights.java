package org.esbmt.embedded.broker.internal;

import org.apache.activemq.command.ActiveMQDestination;
import org.esbmt.messaging.api.MessageBroker;

/** Who may do what with a destination: the bus everything with its own, and nobody anything else. */
final class Rights {
    private Rights() {}

    /** To send to it, receive from it, make or remove it. */
    static boolean permit(Role role, ActiveMQDestination destination) {
        if (destination.isComposite()) {
            for (ActiveMQDestination each : destination.getCompositeDestinations()) {
                if (!permit(role, each)) {
                    return false;
                }
            }
            return true;
        }
        // Temporary ones have names of the broker's choice, and no other bound than their number.
        return role == Role.BUS
                && !destination.isTemporary()
                && destination.getPhysicalName().startsWith(MessageBroker.PREFIX);
    }
}
