package org.esbmt.load;

import java.net.InetSocketAddress;
import java.util.List;

/**
 * Something that answers the load.
 *
 * @param name as it stands in the table
 * @param address where it listens
 * @param pids the processes whose processor time is its cost; empty for the back end alone
 * @param senders who sends, in turn
 */
record LoadTarget(String name, InetSocketAddress address, List<Long> pids, List<Message.Sender> senders) {

    List<Message> messages(byte[] rest) {
        String host = address.getAddress().getHostAddress() + ":" + address.getPort();
        return senders.stream().map(s -> Message.of(s, host, rest)).toList();
    }
}
