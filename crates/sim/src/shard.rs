//! Shards as bytes: JSON, packed.

use crate::Shard;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use std::io;

impl Shard {
    /// The shard as bytes, to be kept or sent.
    pub fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        serde_json::to_writer(&mut packed, self)?;
        packed.finish()
    }

    /// The shard that these bytes stand for.
    pub fn from_bytes(bytes: &[u8]) -> io::Result<Shard> {
        Ok(serde_json::from_reader(io::BufReader::new(GzDecoder::new(bytes)))?)
    }
}
