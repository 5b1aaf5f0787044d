package org.esbmt.load;

import java.net.InetSocketAddress;
import java.util.List;

/**
 * A target of the load: the bus, nginx, or the back end alone.
 *
 * @param name the name in the table
 * @param address the address of its listener
 * @param pids the processes with the measured processor time; empty for the back end alone
 * @param senders the senders, which send in turn
 */
record LoadTarget(String name, InetSocketAddress address, List<Long> pids, List<Message.Sender> senders) {

    List<Message> messages(byte[] rest) {
        String host = address.getAddress().getHostAddress() + ":" + address.getPort();
        return senders.stream().map(s -> Message.of(s, host, rest)).toList();
    }
}
