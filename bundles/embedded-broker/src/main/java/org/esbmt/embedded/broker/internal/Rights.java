package org.esbmt.embedded.broker.internal;

import org.apache.activemq.command.ActiveMQDestination;
import org.esbmt.messaging.api.MessageBroker;

/** The rights to destinations: the bus has all rights to its own destinations, and there are no others. */
final class Rights {
    private Rights() {}

    /** The right to send to a destination, receive from it, create or remove it. */
    static boolean permit(Role role, ActiveMQDestination destination) {
        if (destination.isComposite()) {
            for (ActiveMQDestination each : destination.getCompositeDestinations()) {
                if (!permit(role, each)) {
                    return false;
                }
            }
            return true;
        }
        // Temporary destinations have names of the broker's choice, and only their number is bounded.
        return role == Role.BUS
                && !destination.isTemporary()
                && destination.getPhysicalName().startsWith(MessageBroker.PREFIX);
    }
}
